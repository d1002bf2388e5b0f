/** What the other side answered, whatever its status. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; several of one name are joined by a comma, but for set-cookie. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Of the address that answered in the end. */
  readonly url: string;
  /** Attempts that were made. */
  readonly tries: number;
  /** Throws `integrations.invalid_response` when the body is no JSON: with the status, and never with the body. */
  json(): unknown;
  /** In the charset of the answer, UTF-8 by default. Empty for 204 and for an answer that went to a file. */
  text(): string;
  bytes(): Uint8Array;
  /** Whether the status is outside of 200 to 299. */
  failed(): boolean;
  /** Throws `integrations.call_failed` when it failed; answers itself otherwise. */
  throw(): this;
}
