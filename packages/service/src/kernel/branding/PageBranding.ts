/** Name and looks of the application, which the service writes into its pages. */
export interface PageBranding {
  readonly name: string;
  /** Address of an image; null for the mark of Rowhouse. */
  readonly logo: string | null;
  /** English text of the sign-in page; null for none. */
  readonly signInText: string | null;
  /** Language → text on the sign-in page. */
  readonly signInTexts: Readonly<Record<string, string>>;
}
