import { startChild } from '../harness/child.ts';
import { inTurns } from '../harness/inTurns.ts';
import { choose, databaseUrl, flag, list, number } from '../harness/options.ts';
import { digits } from '../harness/report.ts';
import { defineSuite } from '../harness/suite.ts';
import { openOrders } from '../orders/openOrders.ts';
import { type Case, casesOf } from './cases.ts';
import { contenders as allContenders, type Contender } from './contenders.ts';
import { checkResponses } from './correctness.ts';
import { measure, type RunningContender, warmUp } from './measure.ts';
import { sectionsOf } from './report.ts';
import { startWriters } from './writers.ts';

/** Orders from which on the table is always partitioned by month. */
const huge = 20_000_000;

/** Pages of orders: next to SQL by hand and nestjs-paginate. */
export const suite = defineSuite(
  {
    rows: number(1_000_000, 'orders in the table; seeded when they are missing'),
    byMonth: flag('partitions the table by month; from 20,000,000 rows on it always is'),
    writes: number(null, 'by month: statements a second that create, move and delete orders meanwhile'),
    databaseUrl: databaseUrl(),
    duration: number(5, 'seconds at full load per case and contender'),
    rounds: number(3, 'rounds in which the contenders take turns'),
    connections: number(16, 'concurrent requests at full load'),
    poolSize: number(10, 'database connections of each contender'),
    contenders: list('contenders'),
    cases: list('cases'),
  },
  async (options) => {
    const { connections, duration, rounds, poolSize, rows } = options;
    const byMonth = options.byMonth || rows >= huge;
    const contenders = choose(allContenders, ({ name }) => name, options.contenders);
    await using database = await openOrders(options.databaseUrl, rows, byMonth);
    await using processes = new AsyncDisposableStack();
    const cases = choose(casesOf(database.orders), ({ id }) => id, options.cases);
    const running: RunningContender[] = [];
    for (const contender of contenders) {
      const program = new URL(`./servers/${contender.server}.ts`, import.meta.url);
      const { prepared = false } = contender;
      const settings = { databaseUrl: database.url, poolSize, byMonth, prepared };
      const process = processes.use(await startChild(contender.name, program, settings));
      running.push({ contender, process });
    }
    await checkResponses(database.url, cases, running);
    console.log('All responses are right.');

    for (const target of running) await warmUp(target, cases, connections);
    const pairs = cases.flatMap((item) =>
      running
        .filter(({ contender }) => takesPart(contender, item))
        .map((target) => ({ name: `${item.id}: ${target.contender.name}`, item, target })),
    );
    const load = { connections, seconds: duration / rounds };
    const writers = byMonth && options.writes !== null ? startWriters(database.url, options.writes) : null;
    processes.defer(async () => {
      await writers?.stop();
    });
    const measured = await inTurns(
      rounds,
      pairs,
      ({ item, target }) => measure(target, item, load),
      ({ p50, perSecond, processor }) =>
        `${digits(p50)} ms alone, ${digits(perSecond)}/s, ${digits(processor)} ms of processor time`,
      { warmUp: false },
    );
    const written = await writers?.stop();

    return {
      title: 'Data requests',
      about: `Pages of ${database.orders.toLocaleString('en')} orders${byMonth ? ', partitioned by month,' : ''} joined to their customers, in one run, side by side.`,
      postgres: database.version,
      notes: [
        `Pages of 25 rows, sorted by \`placed_at\` downwards unless said otherwise; the same schema and indexes for all; ${poolSize} database connections each, without PostgreSQL's JIT compiler, as the service sets it.`,
        "Before anything is measured, every contender's rows and counts are compared with plain SQL, and each server is put under load until its code is compiled.",
        'A case of more than two seconds is measured two times in each round, and not under load.',
        `${duration} seconds of full load per case and contender.`,
        ...(byMonth ? ['The sort has page marks, which the other contenders do not use.'] : []),
        ...(written ? [`Meanwhile, ${digits(written.perSecond)} statements a second wrote orders.`] : []),
      ],
      rounds,
      contenders,
      sections: sectionsOf(cases, contenders, measured, connections),
    };
  },
);

/** Statements with parameters are not prepared. */
function takesPart({ prepared }: Contender, { queries }: Case): boolean {
  return !prepared || queries.every(({ search, status }) => search === undefined && status === undefined);
}
