/** Why an external service gave no image. Its message names neither the e-mail address nor its hash. */
export class ExternalServiceError extends Error {
  override readonly name = 'ExternalServiceError';
}
