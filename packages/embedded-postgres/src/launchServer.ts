import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './EmbeddedPostgresError.ts';
import { serverEnvironment } from './initialiseCluster.ts';
import { readPostmaster } from './postmaster.ts';
import type { SystemUser } from './systemUser.ts';

export interface LaunchOptions {
  readonly clusterFolder: string;
  readonly binaries: Binaries;
  readonly user: SystemUser | null;
  readonly port: number;
  /** File for the server's log. */
  readonly logFile: string;
  /** In addition to the cluster's postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Milliseconds until the server must accept connections, crash recovery included. Defaults to 120,000. */
  readonly timeout?: number;
}

const maximumLogBytes = 10 * 1024 * 1024;

/** Starts the server as a child process and resolves when it accepts connections. */
export async function launchServer(options: LaunchOptions): Promise<ChildProcess> {
  const { clusterFolder, binaries, user, port, logFile } = options;
  await rotate(logFile);
  const log = await open(logFile, 'a', 0o600);
  try {
    const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...options.settings };
    const child = spawn(
      binaries.postgres,
      [
        '-D',
        clusterFolder,
        '-p',
        `${port}`,
        ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`]),
      ],
      {
        ...user,
        cwd: process.platform === 'win32' ? undefined : '/',
        env: serverEnvironment(),
        stdio: ['ignore', log.fd, log.fd],
        // Ctrl+C in the terminal must not reach the server: this process stops it last.
        detached: process.platform !== 'win32',
      },
    );
    await untilReady(child, options);
    return child;
  } finally {
    await log.close();
  }
}

async function untilReady(child: ChildProcess, options: LaunchOptions): Promise<void> {
  let failure: Error | null = null;
  child.once('error', (error) => {
    failure = error;
  });
  const until = performance.now() + (options.timeout ?? 120_000);
  while (performance.now() < until) {
    if (failure !== null || child.exitCode !== null || child.signalCode !== null) {
      throw new EmbeddedPostgresError(
        `The embedded database did not start: ${await lastMessages(options.logFile)} (all messages: ${options.logFile})`,
        { cause: failure ?? undefined },
      );
    }
    const postmaster = await readPostmaster(options.clusterFolder);
    if (postmaster?.pid === child.pid && postmaster?.status === 'ready') return;
    await sleep(10);
  }
  child.kill('SIGQUIT');
  throw new EmbeddedPostgresError(
    `The embedded database did not accept connections in time. Its messages are in ${options.logFile}.`,
  );
}

async function lastMessages(logFile: string): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  const lines = text.trim().split('\n').slice(-3);
  return lines.map((line) => line.replace(/^.*?(FATAL|LOG|HINT|DETAIL|PANIC): +/, '')).join(' ');
}

async function rotate(logFile: string): Promise<void> {
  const size = (await stat(logFile).catch(() => null))?.size ?? 0;
  if (size > maximumLogBytes) await rename(logFile, `${logFile}.1`);
}

/** A free port on 127.0.0.1: `preferred` if it is free. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && preferred > 0) {
    const port = await tryPort(preferred);
    if (port !== null) return port;
  }
  const port = await tryPort(0);
  if (port === null) throw new Error('No free port is available on 127.0.0.1.');
  return port;
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      const chosen = typeof address === 'object' && address !== null ? address.port : null;
      server.close(() => resolve(chosen));
    });
  });
}
