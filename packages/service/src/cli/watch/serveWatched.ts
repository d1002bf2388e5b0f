import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, relative, resolve } from 'node:path';
import { hasChangedSources } from '../../pagesBuild/appPages.ts';
import { stopOnSignals } from '../command.ts';
import { appFolderOf } from '../loadApplication.ts';
import { type FromProcess, sharedServer, type ToProcess, watchedVariable } from './watchedProcess.ts';
import { type WatchedFolder, watchFolder } from './watchFolder.ts';

/** A process that does not stop in time is killed: its requests are those of one developer. */
const stopMilliseconds = 2_000;

/**
 * Runs `rowhouse serve` in a process of its own, and replaces it when a source file of the application changes. A process
 * that cannot start prints its error, and the next change starts another. The embedded server runs until the end.
 */
export async function serveWatched(args: readonly string[]): Promise<void> {
  const folder = appFolderOf(process.env, process.cwd());
  const database = sharedServer((text) => console.error(text));
  const dataFolders = new Set([resolve('data')]);
  const sources = watchFolder(folder, (path) => dataFolders.has(path));
  let current: ChildProcess | null = null;
  /** Has loaded all modules except those of the application. */
  let standby: ChildProcess | null = null;
  let isFirst = true;
  let isStopping = false;
  // The process prints what happens.
  stopOnSignals(() => undefined)(async () => {
    isStopping = true;
    sources.close();
    await Promise.all([stopProcess(current), stopProcess(standby)]);
    await database.stop();
  });
  const startNext = () => startProcess(['serve', ...args], folder);
  const serve = (since: number): ChildProcess => {
    const child = standby ?? startNext();
    standby = null;
    child.on('message', async (message: FromProcess) => {
      if (message.type === 'database') {
        dataFolders.add(resolve(message.dataDir));
        send(child, { type: 'database', fault: await database.keep(message.dataDir) });
      } else {
        if (!isFirst) print(`Restarted in ${((performance.now() - since) / 1000).toFixed(1)} s.`);
        isFirst = false;
        if (!isStopping) standby ??= startNext();
      }
    });
    child.once('exit', () => {
      if (child.killed || isStopping) return;
      print('The service has ended. It starts again after the next change.');
      standby ??= startNext();
    });
    send(child, { type: 'start', isFirst });

    return child;
  };

  let since = performance.now();
  while (!isStopping) {
    current = serve(since);
    await untilChange(sources, folder);
    since = performance.now();
    await stopProcess(current);
  }
}

function print(text: string): void {
  console.log(text);
}

/** Resolves when the process has to be replaced. Pages whose files have changed are built before. */
async function untilChange(sources: WatchedFolder, folder: string): Promise<void> {
  for (;;) {
    const path = await sources.nextChange();
    print(`\n${relative(folder, path)} has changed.`);
    if (!hasChangedSources(folder)) return;
    const [status] = (await once(startProcess(['build'], folder), 'exit')) as [number | null];
    if (status === 0) return;
    print('The pages could not be built. They are built again after the next change.');
  }
}

/** The process may have ended. */
function send(child: ChildProcess, message: ToProcess): void {
  if (child.connected) child.send(message);
}

function startProcess(args: readonly string[], folder: string): ChildProcess {
  const [, program = ''] = process.argv;

  return spawn(process.execPath, [...process.execArgv, program, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // Compiled modules of the last start make the next one fast.
      NODE_COMPILE_CACHE: join(folder, '.rowhouse/compiled'),
      ...process.env,
      [watchedVariable]: 'true',
    },
  });
}

async function stopProcess(child: ChildProcess | null): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMilliseconds);
  await ended;
  clearTimeout(timer);
}
