import type { Contender } from './contenders.ts';
import type { LogDatabase } from './database.ts';
import { type Entrant, type Figures, type Load, measure } from './measure.ts';
import { ontoOneCore } from './ontoOneCore.ts';
import type { Options } from './options.ts';
import type { Started } from './startProcess.ts';

export interface Side {
  /** The first one is the floor. */
  readonly contenders: readonly Contender[];
  /** Whether a contender and the floor work at the same time. Else they take turns. */
  readonly isTogether: boolean;
  /** `capacity`: records that wait, at most; null for the log's default. */
  start(contender: Contender, capacity?: number | null): Promise<Started>;
  begin: Load['begin'];
}

/** A contender, and the floor at the same time or just before. */
export interface Round {
  readonly own: Figures;
  readonly floor: Figures;
}

export interface Comparison {
  readonly floor: Contender;
  readonly series: readonly { readonly contender: Contender; readonly rounds: readonly Round[] }[];
  /** Whether those who worked at the same time had one processor core, the same. */
  readonly isOnOneCore: boolean;
}

/** Of the same load before each measurement: until V8 has settled after a log's first INSERT; fewer for those that keep all calls. */
export const warmSeconds = { usual: 8, keepingAll: 2 };

/** Each contender and the floor, round for round, with processes of their own: processes of one program differ. */
export async function compare(
  { contenders: [floor, ...others], isTogether, start, begin }: Side,
  database: LogDatabase,
  { seconds, rounds }: Options,
): Promise<Comparison> {
  if (floor === undefined) throw new Error('There is no floor.');
  const series = others.map((contender) => ({ contender, rounds: [] as Round[] }));
  let isOnOneCore = isTogether;

  for (let round = 1; round <= rounds; round++) {
    const before = isTogether ? [] : await measured([floor]);
    for (const { contender, rounds: done } of series) {
      const [beside, own] = isTogether
        ? await abreast(floor, contender, round)
        : [...before, ...(await measured([contender]))];
      if (own === undefined || beside === undefined) throw new Error('Somebody was not measured.');
      done.push({ own, floor: beside });
      console.log(
        `${round} of ${rounds}: ${contender.name}: ${own.perSecond.toFixed(0)} to ${beside.perSecond.toFixed(0)}/s, ${own.cpu.toFixed(1)} to ${beside.cpu.toFixed(1)} µs`,
      );
    }
  }
  return { floor, series, isOnOneCore };

  async function abreast(first: Contender, second: Contender, round: number): Promise<readonly Figures[]> {
    // Nobody is always the one who is started first.
    return round % 2 === 0 ? (await measured([second, first])).toReversed() : measured([first, second]);
  }

  async function measured(contenders: readonly Contender[]): Promise<readonly Figures[]> {
    const entrants: Entrant[] = [];
    for (const contender of contenders) entrants.push({ contender, process: await start(contender) });
    if (isOnOneCore) isOnOneCore = ontoOneCore(entrants.map(({ process }) => process.id));
    const keepsAll = contenders.some((contender) => contender.keepsAll);
    const figures = await measure(entrants, database, {
      begin,
      seconds,
      warmSeconds: keepsAll ? warmSeconds.keepingAll : warmSeconds.usual,
    });
    for (const { process } of entrants) await process.stop();

    return figures;
  }
}
