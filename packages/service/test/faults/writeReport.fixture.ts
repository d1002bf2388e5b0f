import { mkdir, writeFile } from 'node:fs/promises';
import { type Entry, requestKinds } from './Ledger.fixture.ts';
import type { ActResult } from './runAct.fixture.ts';
import type { FaultWindow } from './timeline.fixture.ts';
import { faultsOf } from './verify/checkRequests.fixture.ts';

const reports = new URL('../../../../test-output/reports/', import.meta.url);

/** Writes the report of a run without losses. */
export async function writeReport(results: readonly ActResult[]): Promise<void> {
  await mkdir(reports, { recursive: true });
  await writeFile(new URL('faults.md', reports), faultsReport(results));
}

function faultsReport(results: readonly ActResult[]): string {
  const requests = results.reduce((sum, { entries }) => sum + entries.length, 0);
  const refused = results.reduce(
    (sum, { entries }) => sum + entries.filter(({ status }) => status >= 400).length,
    0,
  );

  return `# Faults

Two web processes and two workers under a steady load, while their dependencies fail and recover. Written by
[the run](../../packages/service/test/faults/service.faults.test.ts) itself: \`npm run test:faults\`. It starts a
separate PostgreSQL, mail server and storage; processes are really killed and servers stopped, and the full disk is a small
separate one. Its queues retry sooner than by default, so that a run takes minutes; everything else has its defaults. The times are those of one run on a machine with two cores, which the load generator shares.

The load: pages of tables, exports and actions of a thousand orders each, polled until they have ended, uploads of avatars,
and calls of another program. At the end, when everything has recovered and the queues are empty, all results are checked.

The run fails when

- a request gets no complete response within 30 seconds, fails without a fault that explains it, or fails otherwise than with
  503, as a problem document with \`Retry-After\` and a message that says what to do;
- an accepted export is neither complete nor reported as failed, once; a row was not changed exactly once by each action; the
  last accepted upload is not shown; a mail was not received; a successful call is not in the log;
- a file is orphaned or missing, a process ends by itself, prints a secret, or uses more than 600 MB.

**${requests} requests, ${refused} refused, nothing lost.**

${results.map(actSection).join('\n')}`;
}

const signs: Readonly<Record<FaultWindow['fault']['sign'], string>> = {
  'table data': 'a table responds',
  'avatar uploaded': 'an upload is stored',
  mail: 'a mail is received',
  export: 'an export is finished',
  'interrupted job': 'the jobs under way at its end have ended',
};

/** The faults, requests and losses of an act. */
function actSection({ act, startedAt, windows, entries, memory, facts }: ActResult): string {
  const seconds = (time: number) => `${((time - startedAt) / 1_000).toFixed(1)}`;
  const timeline = windows.map(
    ({ fault: { name, sign }, from, to, recovery }) =>
      `| ${seconds(from)} | ${seconds(to)} | ${name} | ${signs[sign]} | ${recovery} |`,
  );
  const losses = facts.map(({ what, count, lost, remark }) => `| ${what} | ${count} | ${lost} | ${remark} |`);
  const sizes = memory.map(({ name, before, after }) => `${name} ${before ?? '(started later)'} → ${after}`);

  return `## ${act.name}

| From, s | To, s | Fault | Back when | After, ms |
|---|---|---|---|---|
${timeline.join('\n')}

| What | Count | Lost | |
|---|---|---|---|
${losses.join('\n')}

| Request | During | Requests | Answered | Refused |
|---|---|---|---|---|
${requestRows(entries, windows).join('\n')}

Memory of the processes in MB, after four seconds of load and at the end: ${sizes.join(', ')}.
`;
}

/** A row per kind of request and fault; requests during two faults have both names. */
function requestRows(entries: readonly Entry[], windows: readonly FaultWindow[]): string[] {
  const groups = new Map<string, Entry[]>();
  const order = ['no fault', ...windows.map(({ fault }) => fault.name)];
  for (const entry of entries) {
    const during = [...new Set(faultsOf(entry, windows).map(({ fault }) => fault.name))];
    const key = `${during.length === 0 ? 'no fault' : during.join(' and ')}`;
    const name = `${entry.kind}|${key}`;
    groups.set(name, [...(groups.get(name) ?? []), entry]);
  }
  const rank = (name: string) => {
    const [kind = '', during = ''] = name.split('|');
    const first = order.findIndex((one) => during.startsWith(one));

    return [(requestKinds as readonly string[]).indexOf(kind), first, during.length] as const;
  };

  return [...groups]
    .sort(([one], [other]) => {
      const [a, b] = [rank(one), rank(other)];

      return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
    })
    .map(([name, found]) => {
      const [kind, during] = name.split('|');
      const refused = found.filter(({ status }) => status >= 400);
      const codes = new Map<string, number>();
      for (const { status, code } of refused) {
        const refusal = `${status} \`${code}\``;
        codes.set(refusal, (codes.get(refusal) ?? 0) + 1);
      }
      const refusals = [...codes].map(([code, count]) => `${count} × ${code}`).join(', ');

      return `| ${kind} | ${during} | ${found.length} | ${found.length - refused.length} | ${refusals || 0} |`;
    });
}
