import { createHash } from 'node:crypto';
import type { ResponseRow } from './computeRows.ts';

/** Characters of a fingerprint: 96 bits. */
const length = 16;

/** A fingerprint of a row as it is sent, equal for equal rows. */
export function rowVersion(row: ResponseRow): string {
  return createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, length);
}
