import { afterAll, expect, test } from 'vitest';
import { httpFaults } from './faultTableCases.ts';
import { type FaultCase, type FaultResult, runCase } from './faultTableRun.ts';
import { removeFiles, sendingFaults } from './faultTableSending.ts';
import { closeServers } from './faultTableServers.ts';
import { soapFaults } from './faultTableSoap.ts';

const cases = [...httpFaults, ...sendingFaults, ...soapFaults];
const results = new Map<FaultCase, FaultResult>();

afterAll(() => Promise.all([closeServers(), removeFiles()]));

test.each(cases)('$fault: $call', async (fault) => {
  const { isLogAway = false, waits = [], gets, rows, requests = rows.length, notified = [] } = fault;
  const result = await runCase(fault);
  results.set(fault, result);

  expect(result).toMatchObject({
    gets,
    requests,
    rows,
    notified,
    waits,
    tries: rows.map((_, index) => index + 1),
    dropped: isLogAway ? requests : 0,
    logErrors: isLogAway ? ['ECONNREFUSED'] : [],
  });
});

/** `npx vitest run packages/integrations/test/faultTable.test.ts -u` writes the page again. */
test('packages/integrations/test/api-call-faults.md contains the observed results', async () => {
  expect(results.size).toBe(cases.length);
  await expect(page()).toMatchFileSnapshot('api-call-faults.md');
});

function page(): string {
  const lines = cases.map((fault) => row(fault, results.get(fault)!));

  return `# What happens when a call fails

Written by \`packages/integrations/test/faultTable.test.ts\`, which makes each of these calls to servers on loopback, with a
log in a real database, and holds this page against what it saw.

- *The caller gets* a response, which \`handle()\` answers with that status, or an error: its code, and its message.
- *Requests* are those that arrived at a server.
- *Rows in the log* are those of the table \`api_logs\`: number of the attempt, status, error. Rows that say the same share a
  line.
- *Waits* are those between the attempts. \`delay(attempt)\` is 100 ms, then 200 ms, where there are 3 tries.
- *Notified* is how many failures were reported to the administrators, after all attempts.

| Fault | Call | The caller gets | Requests | Rows in the log | Waits | Notified |
| --- | --- | --- | --- | --- | --- | --- |
${lines.join('\n')}
`;
}

function row({ fault, call }: FaultCase, result: FaultResult): string {
  const { gets, message, requests, reported, waits, notified, dropped } = result;
  const rows = dropped === 0 ? attempts(reported) : `none; \`onDropped\` was told ${dropped}`;
  const total = notified.reduce((sum, count) => sum + count, 0);
  const cells = [
    fault,
    call,
    message === null ? gets : `\`${gets}\`: ${message}`,
    requests,
    rows,
    waits.map((wait) => `${wait} ms`).join(', '),
    total === 0 ? '' : total,
  ];

  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

/** Equal ones that follow each other share a line. */
function attempts(reported: readonly string[]): string {
  return reported
    .flatMap((text, index) => {
      if (text === reported[index - 1]) return [];
      const others = reported.slice(index).findIndex((other) => other !== text);
      const last = others === -1 ? reported.length : index + others;
      return [`${last === index + 1 ? last : `${index + 1}–${last}`}: ${text}`];
    })
    .join('<br>');
}
