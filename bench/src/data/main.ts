import { publish } from '../publish.ts';
import { cases as allCases } from './cases.ts';
import type { Contender } from './contenders/Contender.ts';
import {
  floor,
  floorCounting,
  floorPrepared,
  plainOffset,
  sameSql,
  sameSqlByMonth,
} from './contenders/floor.ts';
import { nestjsPaginate } from './contenders/nestjsPaginate.ts';
import { rowhouse, rowhousePrepared } from './contenders/rowhouse.ts';
import { checkResponses } from './correctness.ts';
import { openDatabase } from './database.ts';
import { measure } from './measure.ts';
import { parseOptions } from './options.ts';
import { readWhileWriting } from './readWhileWriting.ts';
import { report } from './report.ts';
import { type RunningContender, startContender } from './startContender.ts';

const allContenders: readonly Contender[] = [
  rowhouse,
  rowhousePrepared,
  sameSql,
  floor,
  floorPrepared,
  floorCounting,
  plainOffset,
  nestjsPaginate,
];

/** `npm run bench -- data`: checks, measures, prints, and writes the report. */
export async function main(args: string[]): Promise<void> {
  const options = parseOptions(args);
  const available = options.byMonth
    ? allContenders.map((contender) => (contender === sameSql ? sameSqlByMonth : contender))
    : allContenders;
  const contenders = choose(available, (contender) => contender.name, options.contenders);
  const database = await openDatabase(options.databaseUrl, options);
  const cases = choose(allCases(database.orders), ({ id }) => id, options.cases);
  const running: RunningContender[] = [];
  try {
    for (const contender of contenders) {
      running.push(
        await startContender(contender, {
          databaseUrl: database.url,
          poolSize: options.poolSize,
          byMonth: options.byMonth,
        }),
      );
    }
    await checkResponses(database.url, cases, running);
    console.log('All answers are right.');
    const measurements = await measure(cases, running, options, console.log);
    const writes = options.byMonth
      ? await readWhileWriting(database.url, { ...options, orders: database.orders })
      : null;
    const { orders, prepared, version: postgres } = database;
    const circumstances = { options, orders, prepared, postgres, writes };
    await publish(report(cases, contenders, measurements, circumstances), options.out);
  } finally {
    await Promise.all(running.map((contender) => contender.stop()));
    await database.close();
  }
}

function choose<Item>(
  items: readonly Item[],
  name: (item: Item) => string,
  wanted: string[] | null,
): readonly Item[] {
  const unknown = wanted?.filter((one) => !items.some((item) => name(item) === one)) ?? [];
  if (unknown.length > 0) {
    throw new Error(`${unknown.join(', ')} is not known. Known: ${items.map(name).join(', ')}`);
  }
  return wanted === null ? items : items.filter((item) => wanted.includes(name(item)));
}
