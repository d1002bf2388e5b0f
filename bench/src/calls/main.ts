import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publish } from '../publish.ts';
import { type Contender, inboundContenders, outboundContenders, readingContenders } from './contenders.ts';
import { type LogDatabase, openDatabase } from './database.ts';
import { load } from './load.ts';
import { type Figures, measure, type Series } from './measure.ts';
import { type Options, parseOptions } from './options.ts';
import type { Run, Settings } from './processes/protocol.ts';
import { type Paced, report } from './report.ts';
import { type Started, startProcess } from './startProcess.ts';

/** Rounds with the same processes. */
const roundsOfProcess = 4;
/** Of load before each measurement: whoever has just been idle is slower. */
const warmSeconds = 1;
/** Calls a second that the log is asked to keep up with, and seconds of it. */
const rates = [500, 1_000, 2_000, 3_000];
const pacedSeconds = 4;
/** Room for half a second at most: what the log does not keep up with is dropped, and not hidden in a buffer. */
const pacedCapacity = 1_000;

interface Side {
  readonly contenders: readonly Contender[];
  start(contender: Contender, capacity?: number): Promise<Started>;
  work(process: Started, seconds: number, rate?: number): Promise<Run>;
  /** Calls that are broken off at the end. */
  readonly broken: number;
}

/** `npm run bench -- calls`: checks, measures, prints, and writes the report. */
export async function main(args: string[]): Promise<void> {
  const options = parseOptions(args);
  const { connections } = options;
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-bench-'));
  const database = await openDatabase();
  const running: Started[] = [];
  const start = async (file: string, own: Partial<Settings>) => {
    const settings = {
      kind: '',
      address: '',
      databaseUrl: database.url,
      connections,
      folder,
      capacity: null,
      reads: false,
    };
    const started = await startProcess(file, { ...settings, ...own });
    running.push(started);
    return started;
  };

  try {
    const partner = await start('partner', {});
    const outbound: Side = {
      contenders: outboundContenders,
      start: ({ kind }, capacity = undefined) =>
        start('caller', { kind, address: partner.address, capacity: capacity ?? null }),
      work: (process, seconds, rate) => process.run(seconds, rate),
      broken: 0,
    };
    const inbound: Side = {
      contenders: inboundContenders,
      start: ({ kind, reads = false }, capacity = undefined) =>
        start('server', { kind, reads, capacity: capacity ?? null }),
      work: ({ address }, seconds, rate) =>
        load(address, { seconds, connections, ...(rate !== undefined && { rate }) }),
      broken: connections,
    };
    const results = {
      outbound: await compare(outbound, database, options),
      inbound: await compare(inbound, database, options),
      reading: await compare({ ...inbound, contenders: readingContenders }, database, options),
      outboundPaced: await pace(outbound, database),
      inboundPaced: await pace(inbound, database),
      postgres: database.version,
    };
    await publish(report(results, options), options.out);
  } finally {
    for (const process of running) await process.stop();
    await database.close();
    await rm(folder, { recursive: true });
  }
}

/** All contenders in turn, round for round. In between they are started anew: processes of one program differ. */
async function compare(
  side: Side,
  database: LogDatabase,
  { seconds, rounds }: Options,
): Promise<readonly Series[]> {
  const series = side.contenders.map((contender) => ({ contender, rounds: [] as Figures[] }));
  for (let done = 0; done < rounds; done += roundsOfProcess) {
    await compareOnce(side, series, database, { seconds, rounds: Math.min(roundsOfProcess, rounds - done) });
    console.log(`${Math.min(done + roundsOfProcess, rounds)} of ${rounds} rounds`);
  }
  return series;
}

/** With processes of their own, after they are warm and their rows are right. */
async function compareOnce(
  side: Side,
  series: readonly { readonly contender: Contender; readonly rounds: Figures[] }[],
  database: LogDatabase,
  { seconds, rounds }: Pick<Options, 'seconds' | 'rounds'>,
): Promise<void> {
  const entrants: { readonly contender: Contender; readonly process: Started; readonly rounds: Figures[] }[] =
    [];
  for (const one of series) entrants.push({ ...one, process: await side.start(one.contender) });
  const turn = (entrant: (typeof entrants)[number], time: number) =>
    measure({ ...entrant, broken: side.broken }, database, {
      seconds: time,
      work: (part) => side.work(entrant.process, part),
    });

  for (const entrant of entrants) await turn(entrant, 3 * warmSeconds);
  for (let round = 1; round <= rounds; round++) {
    // Nobody is always the one who comes after the other.
    for (const entrant of round % 2 === 0 ? entrants.toReversed() : entrants) {
      // A log that is to be full is filled by the same load.
      if (entrant.contender.isLasting !== true) await turn(entrant, warmSeconds);
      const figures = await turn(entrant, seconds);
      entrant.rounds.push(figures);
      console.log(
        `${entrant.contender.name}: ${figures.perSecond.toFixed(0)}/s, ${figures.cpu.toFixed(1)} µs`,
      );
    }
  }
  for (const { process } of entrants) await process.stop();
}

async function pace(side: Side, database: LogDatabase): Promise<readonly Paced[]> {
  const contender = side.contenders.find(({ isLogged }) => isLogged);
  if (contender === undefined) throw new Error('Nobody has a log.');
  const process = await side.start(contender, pacedCapacity);
  const paced: Paced[] = [];

  for (const rate of rates) {
    const { log } = await measure({ contender, process, broken: side.broken }, database, {
      seconds: pacedSeconds,
      work: (part) => side.work(process, part, rate),
    });
    if (log === null) throw new Error('Nothing was logged.');
    paced.push({ rate, calls: log.calls, seconds: pacedSeconds, dropped: log.dropped });
    console.log(`${contender.name}, ${rate} a second: ${log.calls} calls, ${log.dropped} dropped`);
  }
  await process.stop();

  return paced;
}
