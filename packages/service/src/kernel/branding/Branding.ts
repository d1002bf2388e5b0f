/** What an application gives its pages in place of Rowhouse's own look. Every key is optional. */
export interface BrandingOptions {
  /**
   * Path of an image, relative to the folder in which `rowhouse` is run, or a file: URL, such as
   * `new URL('./logo.svg', import.meta.url)`: SVG, PNG, WebP or JPEG, 512 KiB at most. It is drawn 32 pixels high in the
   * menu, 44 on the sign-in page, and is the page's icon in the browser.
   */
  readonly logo?: string | URL;
  readonly colours?: BrandColours;
  /** The same as `colours`. */
  readonly colors?: BrandColours;
  /** Under the form of the sign-in page, in English, 300 characters at most; translated by the modules' locales. */
  readonly signInText?: string;
}

export interface BrandColours {
  /**
   * Of links, active buttons and the focus, as `#rrggbb`. White text has to be readable on it, with a contrast of 4.5 (WCAG AA);
   * a lighter shade of it is used for text in the dark.
   */
  readonly accent?: string;
}

/** Checked, and ready to be served. */
export interface Branding {
  readonly name: string;
  readonly logo: LogoFile | null;
  /** Style sheet with the colours; null without colours. */
  readonly styles: string | null;
  readonly signInText: string | null;
}

export interface LogoFile {
  readonly content: Buffer;
  /** With the dot. */
  readonly extension: string;
  readonly type: string;
}
