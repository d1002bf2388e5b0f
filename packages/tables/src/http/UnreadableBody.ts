const remedies = {
  400: 'The request body is not valid JSON. Send a JSON object, or neither a body nor a content-type.',
  413: 'The request body is too large. Send fewer values, or let the server accept larger bodies.',
  415: 'The content type of the request body is not supported. Send application/json.',
} as const;

/** A body that cannot be read, in the same words whatever read it. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody';
  readonly statusCode: keyof typeof remedies;

  constructor(statusCode: number, options?: ErrorOptions) {
    const known = statusCode === 413 || statusCode === 415 ? statusCode : 400;
    super(remedies[known], options);
    this.statusCode = known;
  }
}
