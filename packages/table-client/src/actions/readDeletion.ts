import type { RecordDeletion } from '@rowhouse/table-protocol';
import { recordDeletion } from '@rowhouse/table-protocol/internal';
import type { SendRequest } from '../http/transport.ts';
import { readOrNull } from '../responses/readShape.ts';

/** What a button that deletes a record would do; null if the server does not say it. The deletion itself reports why. */
export async function readDeletion(send: SendRequest, path: string): Promise<RecordDeletion | null> {
  try {
    return deletionIn(await send({ method: 'GET', path }, 'action'));
  } catch {
    return null;
  }
}

/** The rows that prevent a deletion, in its refusal; null for another one. */
export function refusedDeletion(body: object): RecordDeletion | null {
  return 'dependents' in body ? deletionIn(body) : null;
}

function deletionIn(body: unknown): RecordDeletion | null {
  return readOrNull<RecordDeletion>(recordDeletion, body);
}
