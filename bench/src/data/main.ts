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
import { startWriters, type Writers } from './writers.ts';

/** Orders from which on the table is always partitioned by month. */
const huge = 20_000_000;

/** Pages of orders: next to SQL by hand and nestjs-paginate. */
export const suite = defineSuite(
  {
    orders: number(1_000_000, 'orders in the table; seeded when they are missing'),
    rows: number(null, 'the same as --orders'),
    byMonth: flag('partitions the table by month; from 20,000,000 rows on it always is'),
    writes: number(null, 'by month: statements a second that create, move and delete orders meanwhile'),
    databaseUrl,
    duration: number(5, 'seconds at full load per case and contender'),
    rounds: number(3, 'rounds in which the contenders take turns'),
    connections: number(16, 'concurrent requests at full load'),
    poolSize: number(10, 'database connections of each contender'),
    contenders: list('contenders (the ratios need floor)'),
    cases: list('cases'),
  },
  async (options) => {
    const { connections, duration, rounds, poolSize } = options;
    const wanted = options.rows ?? options.orders;
    const byMonth = options.byMonth || wanted >= huge;
    const contenders = choose(allContenders, ({ name }) => name, options.contenders);
    const database = await openOrders(options.databaseUrl, wanted, byMonth);
    const running: RunningContender[] = [];
    let writers: Writers | null = null;
    try {
      const cases = choose(casesOf(database.orders), ({ id }) => id, options.cases);
      for (const contender of contenders) {
        const program = new URL(`./servers/${contender.server}.ts`, import.meta.url);
        const settings = {
          databaseUrl: database.url,
          poolSize,
          byMonth,
          prepared: contender.prepared === true,
        };
        running.push({ contender, process: await startChild(contender.name, program, settings) });
      }
      await checkResponses(database.url, cases, running);
      console.log('All responses are right.');

      for (const target of running) await warmUp(target, cases, connections);
      const pairs = cases.flatMap((item) =>
        running.filter(({ contender }) => takesPart(contender, item)).map((target) => ({ item, target })),
      );
      const load = { connections, seconds: duration / rounds };
      writers = byMonth && options.writes !== null ? startWriters(database.url, options.writes) : null;
      const measured = await inTurns(
        rounds,
        pairs,
        async ({ item, target }, round) => {
          const figures = await measure(target, item, load);
          console.log(
            `round ${round}: ${item.id}: ${target.contender.name}: ${digits(figures.p50)} ms alone, ${digits(figures.perSecond)}/s, ` +
              `${figures.processor?.toFixed(3) ?? '–'} ms of processor time`,
          );
          return figures;
        },
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
          `Medians of ${rounds} rounds in which the contenders take turns; ${duration} seconds of full load per case and contender.`,
          ...(byMonth ? ['The sort has page marks, which the other contenders do not use.'] : []),
          ...(written
            ? [
                `Meanwhile, ${digits(written.perSecond)} statements a second created, moved, changed and deleted orders.`,
              ]
            : []),
        ],
        contenders,
        sections: sectionsOf(cases, contenders, measured, connections),
      };
    } finally {
      await writers?.stop();
      await Promise.all(running.map(({ process }) => process.stop()));
      await database.close();
    }
  },
);

/** Statements with parameters are not prepared. */
function takesPart({ prepared }: Contender, { queries }: Case): boolean {
  return !prepared || queries.every(({ search, status }) => search === undefined && status === undefined);
}
