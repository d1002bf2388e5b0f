import type { RowCountReading } from '../runtime/CountCache.ts';

/** Takes `changes:net:pending:epoch` apart; null for anything else. */
export function parseReading(text: unknown): RowCountReading | null {
  if (typeof text !== 'string') {
    return null;
  }

  const [changes, net, pending, epoch] = text.split(':').map(Number) as [number, number, number, number];

  return { changes, net, pending, epoch };
}
