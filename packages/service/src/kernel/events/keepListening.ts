import { Client } from 'pg';

export interface ListenOptions {
  /** Connection address of the database. */
  readonly url: string;
  readonly channel: string;
  readonly onPayload: (payload: string) => void;
  /** The connection was lost and is back: what was sent meanwhile did not arrive. */
  readonly onGap: () => void;
  readonly log: (level: 'info' | 'warn', message: string) => void;
}

export interface Listening {
  close(): Promise<void>;
}

const firstDelay = 100;
const longestDelay = 10_000;
/** A connection that a network device dropped silently shows only when something is asked of it. */
const checkEvery = 30_000;

/**
 * Holds one connection that listens to a channel, and makes another whenever it ends: at once, then with growing
 * pauses. Resolves after the first attempt, whether or not that succeeded; it never rejects later.
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
    let isOver = false;
    const over = (error?: Error) => {
      if (isOver) return;
      isOver = true;
      client.end().catch(() => undefined);
      if (isClosed) return;
      if (failures === 0) log('warn', `The connection for events ended: ${error?.message ?? 'closed'}`);
      isListening = false;
      timer = setTimeout(() => void connect(), delay(failures++));
    };
    current = client;
    client.on('error', over);
    client.on('end', () => over());
    client.on('notification', ({ payload }) => onPayload(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      over(error as Error);

      return;
    }
    if (isOver || isClosed) return;
    isListening = true;
    if (failures > 0) {
      failures = 0;
      log('info', 'The connection for events is restored.');
      onGap();
    }
  };

  // A failed query ends in the 'error' of the connection, or in its own time limit, which does not.
  const check = setInterval(() => {
    const checked = current;
    if (!isListening) return;
    checked?.query('select 1').catch((error: Error) => checked.emit('error', error));
  }, checkEvery);

  await connect();

  return {
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
    connectionString: url,
    application_name: 'rowhouse events',
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
}

/** Apart from each other, so that many processes do not return at the same moment. */
function delay(failures: number): number {
  return Math.min(longestDelay, firstDelay * 2 ** failures) * (0.5 + Math.random() / 2);
}
