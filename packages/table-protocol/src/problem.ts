/** Error of any endpoint: RFC 9457, with `message` and `errors` for table clients. */
export interface Problem {
  /** The code, or `about:blank`. */
  type: string;
  /** Short description of the kind of error. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** The same as `message`. */
  detail?: string;
  /** Path of the request. */
  instance?: string;
  /** One sentence for a person. */
  message: string;
  /** On 422: field path → what is wrong with it. */
  errors?: Record<string, string[]>;
}
