import { publish } from '../publish.ts';
import { cases as allCases } from './cases.ts';
import type { Contender } from './contenders/Contender.ts';
import { floor, floorCounting, plainOffset, sameSql } from './contenders/floor.ts';
import { nestjsPaginate } from './contenders/nestjsPaginate.ts';
import { rowhouse } from './contenders/rowhouse.ts';
import { checkAnswers } from './correctness.ts';
import { openDatabase } from './database.ts';
import { measure } from './measure.ts';
import { parseOptions } from './options.ts';
import { report } from './report.ts';
import { type RunningContender, startContender } from './startContender.ts';

const allContenders: readonly Contender[] = [
  rowhouse,
  sameSql,
  floor,
  floorCounting,
  plainOffset,
  nestjsPaginate,
];

/** `npm run bench -- data`: checks, measures, prints, and writes the report. */
export async function main(args: string[]): Promise<void> {
  const options = parseOptions(args);
  const contenders = choose(allContenders, (contender) => contender.name, options.contenders);
  const cases = choose(allCases(options.orders), ({ id }) => id, options.cases);
  const database = await openDatabase(options.databaseUrl, options.orders);
  const running: RunningContender[] = [];
  try {
    for (const contender of contenders) {
      running.push(
        await startContender(contender, { databaseUrl: database.url, poolSize: options.poolSize }),
      );
    }
    await checkAnswers(database.url, cases, running);
    console.log('All answers are right.');
    const measurements = await measure(cases, running, options, console.log);
    const circumstances = { options, orders: database.orders, postgres: database.version };
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
    throw new Error(`There is no ${unknown.join(', ')}; there are: ${items.map(name).join(', ')}`);
  }
  return wanted === null ? items : items.filter((item) => wanted.includes(name(item)));
}
