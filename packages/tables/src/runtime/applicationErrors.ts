/**
 * Errors of the application's functions and of outputs. Their sockets fail with the same codes as those of the
 * database.
 */
const errors = new WeakSet<object>();

/** Calls a function of the application and marks its errors as not caused by the database. */
export function callApplication<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw ofApplication(error);
  }
}

/** The error, marked as not caused by the database. */
export function ofApplication<T>(error: T): T {
  if (typeof error === 'object' && error !== null) errors.add(error);

  return error;
}

/** Whether an error came from a function or an output of the application, and so not from the database. */
export function isOfApplication(error: unknown): boolean {
  return typeof error === 'object' && error !== null && errors.has(error);
}
