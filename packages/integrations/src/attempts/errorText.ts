import { TransportError } from '../Transport.ts';

/** What went wrong, as the log and the reports say it before masking. */
export function errorText(error: unknown): string {
  if (error instanceof TransportError) return `${error.reason}: ${error.message}`;

  return error instanceof Error ? error.message : String(error);
}
