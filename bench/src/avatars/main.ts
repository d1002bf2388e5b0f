import { copyFile, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publish } from '../publish.ts';
import { runWorker } from '../runWorker.ts';
import { initialsContenders, showContenders, uploadContenders, type WorkContender } from './contenders.ts';
import { checkServer, compareImages } from './correctness.ts';
import { openDatabase } from './database.ts';
import { measureShow, type ShowFigures } from './measureShow.ts';
import { parseOptions } from './options.ts';
import { type Results, report, type Series } from './report.ts';
import { type RunningServer, startServer } from './startServer.ts';
import { type Upload, writeUploads } from './uploads.ts';
import type { WorkerFigures, WorkerSettings } from './workers/workerSettings.ts';

/** `npm run bench -- avatars`: checks, measures, prints, and writes the report. */
export async function main(args: string[]): Promise<void> {
  const options = parseOptions(args);
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-bench-'));
  const database = await openDatabase();
  const running: RunningServer[] = [];

  try {
    const files = await writeUploads(folder);
    const run = (contender: WorkContender, seconds = options.seconds) => {
      const { name, worker } = contender;
      const settings: WorkerSettings = {
        seconds,
        file: fileOf(contender, files),
        result: resultOf(contender, folder),
      };
      return runWorker<WorkerFigures>(name, new URL(`./workers/${worker}.ts`, import.meta.url), settings);
    };
    for (const contender of [...initialsContenders, ...uploadContenders]) await run(contender, 0.1);
    for (const { name } of files) {
      const [one, other] = uploadContenders.filter(({ upload }) => upload === name);
      if (one && other) await compareImages(resultOf(one, folder), resultOf(other, folder));
    }

    const stored = await storedFile(folder);
    const settings = { databaseUrl: database.url, upload: files[0]?.file ?? '', stored };
    for (const contender of showContenders) {
      const server = await startServer(contender, settings);
      running.push(server);
      await checkServer(server, stored);
    }
    console.log('All images and answers are right.');

    const initials = seriesOf(initialsContenders);
    const uploads = seriesOf(uploadContenders);
    const show = running.map((server) => ({
      server,
      contender: server.contender,
      rounds: [] as ShowFigures[],
    }));
    for (let round = 1; round <= options.rounds; round++) {
      for (const { contender, rounds } of [...initials, ...uploads]) {
        rounds.push(await run(contender));
        console.log(
          `${round}: ${contender.name}, ${contender.upload ?? 'initials'}: ${rounds.at(-1)?.perSecond.toFixed(1)}/s`,
        );
      }
      for (const { server, rounds } of show) {
        rounds.push(await measureShow(server, options));
        console.log(
          `${round}: ${server.contender.name}: ${rounds.at(-1)?.sent.toFixed(0)}/s, 304: ${rounds.at(-1)?.notModified.toFixed(0)}/s`,
        );
      }
    }
    const storedBytes = (await stat(stored)).size;
    const results: Results = { initials, uploads, show, files, storedBytes, postgres: database.version };
    await publish(report(results, options), options.out);
  } finally {
    for (const server of running) await server.stop();
    await database.close();
    await rm(folder, { recursive: true });
  }
}

function seriesOf(contenders: readonly WorkContender[]) {
  return contenders.map((contender) => ({ contender, rounds: [] as WorkerFigures[] })) satisfies Series<
    WorkContender,
    WorkerFigures
  >[];
}

function fileOf({ upload }: WorkContender, files: readonly Upload[]): string {
  return files.find(({ name }) => name === upload)?.file ?? '';
}

function resultOf({ worker, upload }: WorkContender, folder: string): string {
  return join(folder, `${worker}-${upload ?? 'initials'}.result`);
}

/** What Rowhouse stores of the photo, in a folder of its own, for the contenders that send it. */
async function storedFile(folder: string): Promise<string> {
  const [own] = uploadContenders;
  if (own === undefined) throw new Error('Nobody has stored anything.');
  const file = join(folder, 'stored', 'avatar.webp');
  await mkdir(join(folder, 'stored'));
  await copyFile(resultOf(own, folder), file);
  return file;
}
