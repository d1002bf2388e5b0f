import { giveUpTableJob } from './failTableJob.ts';
import type { TableJobParts } from './TableJobParts.ts';

/** A job whose code is gone may belong to a record that somebody waits for. */
export async function failUnknownJob(parts: TableJobParts, data: object): Promise<void> {
  const { record } = data as { record?: unknown };
  if (typeof record !== 'string' || !/^\d{1,18}$/.test(record)) return;
  await giveUpTableJob(parts, record, {
    text: 'What was to be done is not part of this release any more. Ask the operator.',
    isPassing: false,
  });
}
