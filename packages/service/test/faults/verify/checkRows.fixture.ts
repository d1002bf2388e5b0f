import { sql } from 'kysely';
import type { Stage } from '../Stage.fixture.ts';
import type { Checked } from './checkRequests.fixture.ts';

interface Action {
  readonly id: string;
  readonly status: string;
  readonly search: string;
  readonly total: number;
  readonly entries: number;
  readonly failed: number;
}

/** Every order was delivered once by each action over it; closed orders were counted as failures. */
export async function checkRows({ db }: Stage): Promise<Checked> {
  const { rows: actions } = await sql<Action>`
    select id, status, payload #>> '{meta,search}' as search, total::int, entries::int, failed::int
    from table_jobs where kind = 'action' order by id`.execute(db);
  const { rows: orders } = await sql<{ number: string; status: number; times: number }>`
    select number, status, count(order_id)::int as times
    from orders left join deliveries on order_id = orders.id group by orders.id`.execute(db);
  const findings: string[] = [];
  for (const { id, status, search, total, entries, failed } of actions) {
    const within = orders.filter(({ number }) => number.includes(search));
    const closed = within.filter((order) => order.status >= 5).length;
    if (status !== 'finalized') continue;
    if (total !== within.length || entries !== total || failed !== closed) {
      findings.push(
        `action ${id} reports ${entries} of ${total} rows with ${failed} failures, of ${within.length} with ${closed}`,
      );
    }
  }
  let [done, wrong] = [0, 0];
  for (const { number, status, times } of orders) {
    const over = actions.filter(({ search }) => number.includes(search));
    const sure = over.filter((action) => action.status === 'finalized').length;
    const [least, most] = status >= 5 ? [0, 0] : [sure, over.length];
    done += times;
    if (times >= least && times <= most) continue;
    wrong++;
    if (wrong <= 5) findings.push(`order ${number} was delivered ${times} times by ${sure} actions`);
  }

  return {
    facts: [
      {
        what: 'rows changed by actions',
        count: done,
        lost: wrong,
        remark: 'each exactly once for each action',
      },
    ],
    findings,
  };
}
