const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Shut down, crashed, starting up, and too many connections. Class 08 is added below. */
const stateCodes = new Set(['57P01', '57P02', '57P03', '57P05', '53300']);

const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|The client is closed|Client was closed)/i;

/** Whether an error says that the database cannot be talked to, as opposed to having refused a statement. */
export function isDatabaseAway(error: unknown): boolean {
  for (
    let depth = 0, current = error;
    current instanceof Error && depth < 5;
    depth++, current = current.cause
  ) {
    const { code } = current as { code?: unknown };
    if (
      typeof code === 'string' &&
      (networkCodes.has(code) || stateCodes.has(code) || /^08\w{3}$/.test(code))
    ) {
      return true;
    }
    if (driverMessages.test(current.message)) return true;
  }
  return false;
}
