/** What the storage, or the way to it, has answered. */
export interface StorageError {
  /** `NoSuchBucket`, `AccessDenied`, `ECONNREFUSED`, … */
  readonly name: string;
  readonly message: string;
  /** Of the HTTP answer, where there was one. */
  readonly status: number | undefined;
}

/** The error at the bottom: the libraries wrap those of others into their own. */
export function storageErrorOf(error: unknown): StorageError {
  let deepest = error;
  while (deepest instanceof Error && deepest.cause instanceof Error) deepest = deepest.cause;
  if (!(deepest instanceof Error)) return { name: 'Error', message: String(deepest), status: undefined };
  const { code, $metadata, errors } = deepest as Error & {
    code?: unknown;
    $metadata?: { httpStatusCode?: number };
    errors?: readonly Error[];
  };
  // Of several connection attempts, the first tells it.
  if (errors?.[0] !== undefined && deepest.message === '') return storageErrorOf(errors[0]);

  return {
    name: typeof code === 'string' ? code : deepest.name,
    message: deepest.message,
    status: $metadata?.httpStatusCode,
  };
}
