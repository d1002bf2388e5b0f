/** Takes secrets out of what calls send and receive. Nothing of it throws, whatever it is given. */
export interface Mask {
  /** Also without `user:password@`. */
  url(url: string): string;
  /** Names as they are; several values of a name are joined by a comma. */
  headers(headers: Record<string, string | readonly string[]>): Record<string, string>;
  /** A value that is safe as JSON: masked, then capped. */
  body(body: unknown, contentType: string | null): unknown;
  /** Any text: error messages, unknown formats. */
  text(text: string): string;
}

export interface MaskOptions {
  /** Further names of secrets, in any spelling: `partnerCode` is also `partner_code` and `PARTNER-CODE`. */
  readonly keys?: readonly string[];
  /** Names that are no secrets here, although on the list of those that are by default. */
  readonly except?: readonly string[];
  /** Largest body that is kept, in bytes of UTF-8; 65,536 by default. What is left out is told. */
  readonly maxBodySize?: number;
}
