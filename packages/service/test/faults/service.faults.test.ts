import { expect, it } from 'vitest';
import { acts } from './acts.fixture.ts';
import { type ActResult, runAct } from './runAct.fixture.ts';
import { writeReport } from './writeReport.fixture.ts';

const results: ActResult[] = [];

it.each(acts)('$name: loses nothing, and reports every refusal', { timeout: 2_400_000 }, async (act) => {
  const result = await runAct(act);
  results.push(result);
  console.table(result.facts);
  console.table(
    result.windows.map(({ fault, recovery }) => ({ fault: fault.name, 'back after, ms': recovery })),
  );
  const counted = new Map<string, number>();
  for (const finding of result.findings) counted.set(finding, (counted.get(finding) ?? 0) + 1);
  expect([...counted]).toEqual([]);
});

it('writes the report of a run without losses', async () => {
  if (results.every(({ findings }) => findings.length === 0)) {
    expect(results).toHaveLength(acts.length);
    await writeReport(results);
  }
});
