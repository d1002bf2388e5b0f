import { writeFile } from 'node:fs/promises';
import type { ActResult } from '../runAct.fixture.ts';
import { actSection } from './actSection.fixture.ts';

/** From this file. */
const reportPath = '../../../../../docs/reference/faults-report.md';

/** Writes docs/reference/faults-report.md, of a run in which nothing was lost. */
export async function writeReport(results: readonly ActResult[]): Promise<void> {
  await writeFile(new URL(reportPath, import.meta.url), faultsReport(results));
}

function faultsReport(results: readonly ActResult[]): string {
  const requests = results.reduce((sum, { entries }) => sum + entries.length, 0);
  const refused = results.reduce(
    (sum, { entries }) => sum + entries.filter(({ status }) => status >= 400).length,
    0,
  );

  return `# Faults

Two web processes and two workers under a steady load, while what they need goes away and comes back. Written by
[the run](../../packages/service/test/faults/service.faults.test.ts) itself: \`npm run test:faults -- --update\`. It starts a
PostgreSQL, a mail server and a storage of its own; processes are killed and servers stopped for real, and the disk that is
full is a small one of its own. Its queues try again sooner than by default, so that a run takes minutes; all else is as by
default. The times are those of one run on a machine with two cores, which the load generator shares.

The load: pages of tables, exports and actions of a thousand orders each, followed to their end, uploads of avatars, and
calls of another program. At the end, when all is back and the queues are empty, it is counted what has become of each.

The run fails when

- a request gets no whole response within 30 seconds, fails although no fault explains it, or fails otherwise than by 503 as
  a problem document with \`Retry-After\` and a sentence that says what to do;
- an accepted export is not complete, or was not told as failed, once; a row was not changed exactly once by each action; an
  upload that was answered with 200 is not what is shown; a mail was not received; an answered call is not in the log;
- a file is left over or missing, a process ends by itself, prints a secret, or grows past 600 MB.

**${requests} requests, ${refused} refused, nothing lost.**

${results.map(actSection).join('\n')}`;
}
