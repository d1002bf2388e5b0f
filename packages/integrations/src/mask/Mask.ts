/** Replaces a secret. The same in addresses, headers, JSON and XML: no format has to escape it. */
export const masked = '***';

/** Removes secrets from what calls send and receive. No method throws, whatever its argument. */
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
  /** Names that are no secrets here, although the default list has them. */
  readonly except?: readonly string[];
  /** Largest body that is kept, in bytes of UTF-8; 65,536 by default. A larger one is cut, with a note of how much. */
  readonly maxBodySize?: number;
}
