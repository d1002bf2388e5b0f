/** Writes lines of the service's log: `logger.warn('The courier is slow.')`. */
export type ServiceLogger = Readonly<Record<'debug' | 'info' | 'warn' | 'error', (text: string) => void>>;

/** The same as a function of the level. */
export type WriteLog = (level: keyof ServiceLogger, text: string) => void;

export function loggerOf(log: WriteLog): ServiceLogger {
  return {
    debug: (text) => log('debug', text),
    info: (text) => log('info', text),
    warn: (text) => log('warn', text),
    error: (text) => log('error', text),
  };
}
