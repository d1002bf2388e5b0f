interface UnreadableOptions extends ErrorOptions {
  /** Maximum bytes of a body, for the message about a larger one. */
  readonly limit?: number | undefined;
}

/** A body that cannot be read, with the same message for all parsers. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody';
  readonly statusCode: 400 | 413 | 415;

  constructor(statusCode: number, { limit, ...options }: UnreadableOptions = {}) {
    const known = statusCode === 413 || statusCode === 415 ? statusCode : 400;
    super(remedyOf(known, limit), options);
    this.statusCode = known;
  }
}

function remedyOf(statusCode: UnreadableBody['statusCode'], limit: number | undefined): string {
  switch (statusCode) {
    case 400:
      return 'The request body is not valid JSON in UTF-8. Send a JSON object, or neither a body nor a content-type.';
    case 413: {
      const size = limit === undefined ? '' : `: it has more than ${limit} bytes`;

      return `The request body is too large${size}. Send fewer values, or let the server accept larger bodies.`;
    }
    case 415:
      return 'The type of the request body is not supported. Send application/json in UTF-8, not compressed.';
  }
}
