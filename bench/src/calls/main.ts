import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publish } from '../publish.ts';
import { type Contender, inboundContenders, outboundContenders, readingContenders } from './contenders.ts';
import { type LogDatabase, openDatabase } from './database.ts';
import { beginLoad } from './load.ts';
import { type Figures, type Load, measure, type Series } from './measure.ts';
import { type Options, parseOptions } from './options.ts';
import type { Settings } from './processes/protocol.ts';
import { type Paced, report } from './report.ts';
import { type Started, startProcess } from './startProcess.ts';

/** Rounds with the same processes. */
const roundsOfProcess = 4;
/** Of the same load before each measurement. */
const warmSeconds = 1;
/** Calls a second that the log is asked to keep up with, and seconds of it. */
const rates = [500, 1_000, 2_000, 3_000];
const pacedSeconds = 4;
/** Room for half a second at most: what the log does not keep up with is dropped, and not hidden in a buffer. */
const pacedCapacity = 1_000;

interface Side {
  readonly contenders: readonly Contender[];
  start(contender: Contender): Promise<Started>;
  begin: Load['begin'];
  /** The same at so many calls a second. */
  beginPaced(process: Started, rate: number): Promise<() => Promise<void>>;
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
      start: ({ kind, capacity = null }) => start('caller', { kind, address: partner.address, capacity }),
      begin: (process) => beginCalls(process),
      beginPaced: (process, rate) => beginCalls(process, rate),
    };
    const inbound: Side = {
      contenders: inboundContenders,
      start: ({ kind, reads = false, capacity = null }) => start('server', { kind, reads, capacity }),
      begin: async ({ address }) => beginLoad(address, connections),
      async beginPaced({ address }, rate) {
        const caller = await start('caller', { kind: 'undici', address });
        const end = await beginCalls(caller, rate);
        return async () => {
          await end();
          await caller.stop();
        };
      },
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

async function beginCalls(caller: Started, rate?: number): Promise<() => Promise<void>> {
  await caller.ask('begin', rate);
  return async () => {
    await caller.ask('end');
  };
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
  const turn = ({ contender, process }: (typeof entrants)[number]) =>
    measure(contender, process, database, { begin: side.begin, warmSeconds, seconds });

  for (const entrant of entrants) await turn(entrant);
  for (let round = 1; round <= rounds; round++) {
    // Nobody is always the one who comes after the other.
    for (const entrant of round % 2 === 0 ? entrants.toReversed() : entrants) {
      const figures = await turn(entrant);
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
  const process = await side.start({ ...contender, capacity: pacedCapacity });
  const paced: Paced[] = [];

  for (const rate of rates) {
    const { log } = await measure(contender, process, database, {
      begin: (one) => side.beginPaced(one, rate),
      warmSeconds: 0,
      seconds: pacedSeconds,
    });
    if (log === null) throw new Error('Nothing was logged.');
    paced.push({ rate, calls: log.calls, dropped: log.dropped });
    console.log(`${contender.name}, ${rate} a second: ${log.calls} calls, ${log.dropped} dropped`);
  }
  await process.stop();

  return paced;
}
