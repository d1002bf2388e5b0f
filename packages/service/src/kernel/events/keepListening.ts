import { Client } from 'pg';
import { destinationOf } from '../database/primaryHost.ts';

interface ListenOptions {
  /** Connection URL of the database. */
  readonly url: string;
  readonly channel: string;
  readonly onPayload: (payload: string) => void;
  /** Called after a reconnect: notifications sent meanwhile are lost. */
  readonly onGap: () => void;
  readonly log: (level: 'info' | 'warn', message: string) => void;
}

export interface Listening {
  /** False while notifications may be lost. */
  isListening(): boolean;
  /** Runs a statement on the connection itself, independently of pools. Rejects while it is interrupted. */
  query(text: string, values?: readonly string[]): Promise<{ readonly rows: readonly unknown[] }>;
  /** The number of processes that listen on this database, including this one. */
  countListeners(): Promise<number>;
  close(): Promise<void>;
}

const applicationName = 'rowhouse events';
const firstDelay = 100;
const longestDelay = 10_000;
/** A silently dropped connection is noticed only by a query. */
const checkEvery = 30_000;

/**
 * Listens to a channel on its own connection. Reconnects when the connection ends, with increasing delays. Resolves after the
 * first attempt, successful or not; never rejects.
 */
export async function keepListening({ url, channel, ...options }: ListenOptions): Promise<Listening> {
  const { onPayload, onGap, log } = options;
  let current: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let isClosed = false;
  let isListening = false;

  const connect = async (): Promise<void> => {
    const client = newClient(url);
    let hasEnded = false;
    const handleEnd = (error?: Error) => {
      if (hasEnded) return;
      hasEnded = true;
      client.end().catch(() => undefined);
      if (isClosed) return;
      if (failures === 0) log('warn', `The connection for events ended: ${error?.message ?? 'closed'}`);
      isListening = false;
      timer = setTimeout(() => void connect(), delay(failures++));
    };
    current = client;
    client.on('error', handleEnd);
    client.on('end', () => handleEnd());
    client.on('notification', ({ payload }) => onPayload(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      handleEnd(error as Error);

      return;
    }
    if (hasEnded || isClosed) return;
    isListening = true;
    if (failures > 0) {
      failures = 0;
      log('info', 'The connection for events is restored.');
      onGap();
    }
  };

  // A query that times out does not end the connection by itself.
  const check = setInterval(() => {
    const checked = current;
    if (!isListening) return;
    checked?.query('select 1').catch((error: Error) => checked.emit('error', error));
  }, checkEvery);

  await connect();

  const query: Listening['query'] = async (text, values = []) => {
    if (current === null || !isListening) throw new Error('The connection for events is interrupted.');

    return current.query(text, [...values]);
  };

  return {
    isListening: () => isListening,
    query,
    countListeners: async () => {
      const { rows } = await query(
        'select count(*)::integer as count from pg_stat_activity where application_name = $1 and datname = current_database()',
        [applicationName],
      );

      return (rows[0] as { count: number }).count;
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(check);
      await current?.end().catch(() => undefined);
    },
  };
}

function newClient(url: string): Client {
  return new Client({
    ...destinationOf(url),
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
}

/** With jitter, so that many processes do not reconnect at the same moment. */
function delay(failures: number): number {
  return Math.min(longestDelay, firstDelay * 2 ** failures) * (0.5 + Math.random() / 2);
}
