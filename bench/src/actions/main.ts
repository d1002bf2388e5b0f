import { installActionRuns, installChanges } from '@rowhouse/tables';
import { runChild } from '../harness/child.ts';
import { choose, databaseUrl, list, number } from '../harness/options.ts';
import { openKysely, withClient } from '../harness/postgres.ts';
import { thousands } from '../harness/report.ts';
import { measureSizes } from '../harness/sizes.ts';
import { defineSuite } from '../harness/suite.ts';
import { openOrders } from '../orders/openOrders.ts';
import { type Contender, contenders } from './contenders.ts';
import type { ActionFigures, ActionSettings } from './workers/action.ts';

interface Run {
  readonly contender: Contender;
  readonly rows: number;
}

/** A function for each row, or an update of them: next to cursors and UPDATEs by hand. */
export const suite = defineSuite(
  {
    orders: number(1_000_000, 'rows that the action runs over; seeded when they are missing'),
    few: number(100_000, 'rows of the small run'),
    rounds: number(3, 'rounds in which the contenders take turns'),
    only: list('contenders'),
    databaseUrl: databaseUrl(),
  },
  async ({ orders, rounds, only, ...options }) => {
    const sizes = [Math.min(options.few, orders), orders] as const;
    const chosen = choose(contenders, ({ name }) => name, only);
    await using database = await openOrders(options.databaseUrl, orders);
    const expected = await prepare(database.url, sizes);
    const run = (one: Run) =>
      runChecked(one, database.url, expected.keys.get(one.rows) ?? 0, ++expected.mark);
    // The first round is the check, and warms the database up.
    const table = await measureSizes(chosen, sizes, rounds, run, { warmUp: true });

    return {
      title: 'Actions',
      about: `An action over ${thousands(orders)} orders joined to their customers, twelve columns, the newest first.`,
      postgres: database.version,
      notes: [
        'Each run is a process of its own, from the first statement to the last; memory is its largest resident set.',
        'Number and sum of the keys that the function was called with are compared with SQL in every run. Those that write set items, which has no index, to another number in every run, after a vacuum; which rows have it is compared after the run.',
      ],
      rounds,
      contenders: chosen,
      sections: [{ table }],
    };
  },
);

/** One run; throws unless its function was called for the right rows, and exactly those were written. */
async function runChecked(
  { contender: { name, worker, mode, writes = false, counts = true }, rows }: Run,
  url: string,
  keys: number,
  mark: number,
): Promise<ActionFigures> {
  if (writes) await withClient(url, (client) => client.query('vacuum orders'));
  const settings: ActionSettings = { databaseUrl: url, rows, mode, mark };
  const program = new URL(`./workers/${worker}.ts`, import.meta.url);
  const figures = await runChild<ActionFigures>(name, program, settings);
  if (counts && (figures.rows !== rows || figures.keys !== keys))
    throw new Error(`${name}: ${figures.rows} rows instead of ${rows}, or not the right ones.`);
  if (!writes) return figures;

  const { rows: found } = await withClient(url, (client) =>
    client.query<{ rows: string; keys: string }>(
      'select count(*) as rows, sum(id) as keys from orders where items = $1',
      [mark],
    ),
  );
  if (Number(found[0]?.rows) !== rows || Number(found[0]?.keys) !== keys)
    throw new Error(`${name}: ${found[0]?.rows} rows written instead of ${rows}, or not the right ones.`);

  return figures;
}

/**
 * Creates the tables for runs. Returns the sum of the keys of each number of rows, and the highest value of `items`: a database
 * that is kept has the marks of earlier runs.
 */
async function prepare(
  url: string,
  sizes: readonly number[],
): Promise<{ keys: Map<number, number>; mark: number }> {
  await using db = openKysely<unknown>(url, 1);
  await installActionRuns(db);
  await installChanges(db);

  return withClient(url, async (client) => {
    await client.query('vacuum analyze orders');
    const highest = await client.query<{ mark: number }>('select max(items) as mark from orders');
    const keys = new Map<number, number>();
    for (const rows of sizes) {
      const sum = await client.query<{ keys: string }>('select sum(id) as keys from orders where id <= $1', [
        rows,
      ]);
      keys.set(rows, Number(sum.rows[0]?.keys));
    }

    return { keys, mark: Number(highest.rows[0]?.mark) };
  });
}
