import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Call, Stage } from '../Stage.fixture.ts';
import type { Checked } from './checkRequests.fixture.ts';

const patience = 300_000;
/** The longest time, in milliseconds, until a call is in the log. */
const unlogged = 5_000;

/** Every successful call has one row in the log, except those reported as dropped. */
export async function checkCalls(stage: Stage): Promise<Checked> {
  const answered = [...stage.calls]
    .filter(([, call]) => call.status === 200 && !isBeforeKill(call, stage))
    .map(([n]) => n);
  let logged = await loggedCalls(stage);
  const missing = () => answered.filter((n) => !logged.has(n)).length;
  const dropped = await droppedCalls(stage);
  for (const until = Date.now() + patience; missing() > dropped && Date.now() < until; ) {
    await wait(500);
    logged = await loggedCalls(stage);
  }
  const lost = missing() - dropped;
  const twice = [...logged].filter(([, times]) => times > 1);

  return {
    facts: [
      {
        what: 'calls answered with 200',
        count: answered.length,
        lost: Math.max(0, lost),
        remark: `one row in the log each; ${dropped} reported as dropped`,
      },
    ],
    findings: [
      ...(lost > 0 ? [`${lost} calls are not in the log, and are not reported as dropped`] : []),
      ...twice.map(([n, times]) => `call ${n} is in the log ${times} times`),
    ],
  };
}

/** A killed process loses its buffered log: docs/lifecycles.md. */
function isBeforeKill({ address, at }: Call, { kills }: Stage): boolean {
  return kills.some((kill) => kill.address === address && at > kill.at - unlogged && at <= kill.at);
}

async function loggedCalls({ db }: Stage): Promise<Map<string, number>> {
  const { rows } = await sql<{ n: string; times: number }>`
    select substring(url from '[?]n=([0-9]+)$') as n, count(*)::int as times
    from api_logs where url like '%/api/shop/orders/%' group by 1`.execute(db);

  return new Map(rows.map(({ n, times }) => [n, times]));
}

async function droppedCalls({ addresses }: Stage): Promise<number> {
  let sum = 0;
  for (const address of addresses) {
    const text = await (await fetch(`${address}/metrics`)).text();
    for (const [, count] of text.matchAll(
      /^\S*api_call_log_records_total\{result="(?:dropped|failed)"\} (\d+)/gm,
    )) {
      sum += Number(count);
    }
  }

  return sum;
}
