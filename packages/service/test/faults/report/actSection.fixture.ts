import { type Entry, requestKinds } from '../Ledger.fixture.ts';
import type { ActResult } from '../runAct.fixture.ts';
import type { FaultWindow } from '../timeline.fixture.ts';
import { faultsOf } from '../verify/checkRequests.fixture.ts';

const signs: Readonly<Record<FaultWindow['fault']['sign'], string>> = {
  'table data': 'a table responses',
  'avatar uploaded': 'an upload is stored',
  mail: 'a mail is received',
  export: 'an export is finished',
  'interrupted job': 'the jobs under way at its end have ended',
};

/** What happened in an act, what was asked, and what was lost. */
export function actSection({ act, began, windows, entries, memory, facts }: ActResult): string {
  const seconds = (time: number) => `${((time - began) / 1_000).toFixed(1)}`;
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

/** A row for each kind of request and each fault; those of two faults stand under both names. */
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
        const told = `${status} \`${code}\``;
        codes.set(told, (codes.get(told) ?? 0) + 1);
      }
      const told = [...codes].map(([code, count]) => `${count} × ${code}`).join(', ');

      return `| ${kind} | ${during} | ${found.length} | ${found.length - refused.length} | ${told || 0} |`;
    });
}
