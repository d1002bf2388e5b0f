import { createHash } from 'node:crypto';

/** The UUID of the change that a run makes: the same for each process that continues it. */
export function runChange(kind: 'action' | 'import', run: string): string {
  const hex = createHash('sha256').update(`rowhouse ${kind} ${run}`).digest('hex');

  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
