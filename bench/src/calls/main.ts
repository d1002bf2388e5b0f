import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publish } from '../publish.ts';
import { compare, type Side } from './compare.ts';
import { inboundContenders, outboundContenders, readingContenders } from './contenders.ts';
import { type LogDatabase, openDatabase } from './database.ts';
import { beginLoad } from './load.ts';
import { measure } from './measure.ts';
import { parseOptions } from './options.ts';
import type { Settings } from './processes/protocol.ts';
import { type Paced, report } from './report.ts';
import { type Started, startProcess } from './startProcess.ts';
import { sustain } from './sustain.ts';
import { writer } from './writer.ts';

/** Calls per second that the log has to keep up with, and the duration in seconds. */
const rates = [500, 1_000, 2_000, 3_000];
const pacedSeconds = 4;
/** Rows of the measurement of the log's writer that follows a load that lasts. */
const writtenRows = 20_000;
/** Room for all calls of a measurement. */
const room = 200_000;
/** Room for half a second at most: what the log does not keep up with is dropped, and not hidden in a buffer. */
const pacedCapacity = 1_000;

interface CallingSide extends Side {
  /** The same as `begin` at the given number of calls per second. */
  beginPaced(process: Started, rate: number): Promise<() => Promise<void>>;
}

/** `npm run bench -- calls`: checks, measures, prints, and writes the report. */
export async function main(args: string[]): Promise<void> {
  const options = parseOptions(args);
  const { connections } = options;
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-bench-'));
  const database = await openDatabase(options.databaseUrl);
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
    if (options.sustain !== null) {
      const { sustain: seconds, rate } = options;
      const sustained = await sustain(start, database, { seconds, rate });
      await publish(`${sustained}\n${await writer(database, options.writer ?? writtenRows)}`, options.out);
      return;
    }
    if (options.writer !== null) {
      await publish(await writer(database, options.writer), options.out);
      return;
    }
    const partner = await start('partner', {});
    const outbound: CallingSide = {
      contenders: outboundContenders,
      isTogether: false,
      start: ({ kind, keepsAll }, capacity = keepsAll ? room : null) =>
        start('caller', { kind, address: partner.address, capacity }),
      begin: (process) => beginCalls(process),
      beginPaced: (process, rate) => beginCalls(process, rate),
    };
    const inbound: CallingSide = {
      contenders: inboundContenders,
      isTogether: true,
      start: ({ kind, reads = false, keepsAll }, capacity = keepsAll ? room : null) =>
        start('server', { kind, reads, capacity }),
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
      reading: await compare(
        { ...inbound, contenders: readingContenders, isTogether: false },
        database,
        options,
      ),
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

async function pace(side: CallingSide, database: LogDatabase): Promise<readonly Paced[]> {
  const contender = side.contenders.find(({ isLogged }) => isLogged);
  if (contender === undefined) throw new Error('Nobody has a log.');
  const own = { ...contender, keepsAll: false };
  const process = await side.start(own, pacedCapacity);
  const paced: Paced[] = [];

  for (const rate of rates) {
    const [figures] = await measure([{ contender: own, process }], database, {
      begin: (one) => side.beginPaced(one, rate),
      warmSeconds: 0,
      seconds: pacedSeconds,
    });
    const log = figures?.log ?? null;
    if (log === null) throw new Error('Nothing was logged.');
    paced.push({ rate, calls: log.calls, dropped: log.dropped });
    console.log(`${contender.name}, ${rate} a second: ${log.calls} calls, ${log.dropped} dropped`);
  }
  await process.stop();

  return paced;
}
