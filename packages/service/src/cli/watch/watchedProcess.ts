import type { EmbeddedPostgres } from '@rowhouse/embedded-postgres';
import { StartError } from '../../base/errors.ts';
import type { Config } from '../../kernel/config/Config.ts';
import { startEmbedded } from '../../kernel/database/openDatabase.ts';

/** Set in the processes that `serve --watch` starts. */
export const watchedVariable = 'ROWHOUSE_WATCHED';

/** Process → watcher. */
export type FromProcess =
  /** The process needs the embedded server of this folder. */
  { readonly type: 'database'; readonly dataDir: string } | { readonly type: 'ready' };

/** Watcher → process. */
export type ToProcess =
  /** The process serves from now on; `isFirst` until a start has succeeded. */
  | { readonly type: 'start'; readonly isFirst: boolean }
  /** The embedded server runs, or why it does not. */
  | { readonly type: 'database'; readonly fault: string | null };

/** The watcher of this process, which keeps the embedded server between restarts. */
export interface Watcher {
  /** Whether no start has succeeded before. */
  readonly isFirst: boolean;
  /** @throws StartError if the embedded server cannot be started. */
  keepDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<void>;
  /** Reports that requests are accepted. */
  ready(): void;
}

/**
 * Resolves when the process is to serve: it is started in advance, so that its modules are loaded before the change of the
 * application. Null unless `serve --watch` started this process. Stops the process if the watcher ends.
 */
export async function awaitWatcher(current: NodeJS.Process): Promise<Watcher | null> {
  const send = current.send?.bind(current) as ((message: FromProcess) => void) | undefined;
  if (current.env[watchedVariable] === undefined || send === undefined) return null;
  current.once('disconnect', () => {
    // Nothing handles signals before the service starts.
    if (!current.emit('SIGTERM', 'SIGTERM')) current.exit();
  });
  const receive = async <Type extends ToProcess['type']>(type: Type) => {
    current.channel?.ref();
    const message = await new Promise<ToProcess>((resolve) => current.once('message', resolve as () => void));
    // A process whose start fails ends.
    current.channel?.unref();
    if (message.type !== type) throw new Error(`The watcher sent "${message.type}" instead of "${type}".`);

    return message as Extract<ToProcess, { readonly type: Type }>;
  };
  const { isFirst } = await receive('start');

  return {
    isFirst,
    async keepDatabase({ databaseUrl, dataDir }) {
      if (databaseUrl !== undefined) return;
      const response = receive('database');
      send({ type: 'database', dataDir });
      const { fault } = await response;
      if (fault !== null) throw new StartError(fault);
    },
    ready: () => send({ type: 'ready' }),
  };
}

/** The embedded server of the watched processes. */
export interface SharedServer {
  /** Runs the server of this folder. Returns why it does not run, or null. */
  keep(dataDir: string): Promise<string | null>;
  stop(): Promise<void>;
}

export function sharedServer(print: (text: string) => void): SharedServer {
  let running: { readonly dataDir: string; readonly server: EmbeddedPostgres } | null = null;
  const stop = async () => {
    await running?.server.stop();
    running = null;
  };

  return {
    async keep(dataDir) {
      if (running?.dataDir === dataDir) return null;
      try {
        await stop();
        const log = (level: string, text: string) => {
          if (level !== 'info') print(text);
        };
        running = { dataDir, server: await startEmbedded({ dataDir, use: 'own', log }) };

        return null;
      } catch (error) {
        return (error as Error).message;
      }
    },
    stop,
  };
}
