/** Replaces a secret. No format has to escape it: URLs, headers, JSON, XML. */
export const masked = '***';

/** Removes secrets from what calls send and receive. No method throws for any argument. */
export interface Mask {
  /** Also removes `user:password@`. */
  url(url: string): string;
  /** Keeps names; joins repeated values by commas. */
  headers(headers: Record<string, string | readonly string[]>): Record<string, string>;
  /** Returns a JSON value: masked, then truncated. */
  body(body: unknown, contentType: string | null): unknown;
  /** Any text: error messages, unknown formats. */
  text(text: string): string;
}

export interface MaskOptions {
  /** Additional secret names, in any spelling: `partnerCode` includes `partner_code` and `PARTNER-CODE`. */
  readonly keys?: readonly string[];
  /** Names of the default list that are not secrets here. */
  readonly except?: readonly string[];
  /** Maximum bytes of a body. Defaults to 65,536. A larger one is truncated, with a note. */
  readonly maxBodySize?: number;
}
