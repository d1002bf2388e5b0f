/** Errors of the application's functions and of outputs. A socket of theirs fails by the same codes as the database's. */
const errors = new WeakSet<object>();

/** Calls a function of the application; its error says nothing of the database. */
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

/** Whether an error came from a function or an output of the application, and so is none of the database. */
export function isOfApplication(error: unknown): boolean {
  return typeof error === 'object' && error !== null && errors.has(error);
}
