import { type TSchema, Type } from 'typebox';
import type { Config, QueueConfig } from './Config.ts';

/** What the operator writes: any part of any queue. */
export type QueueSettings = Readonly<Record<string, Partial<QueueConfig>>>;

const whole = (minimum: number, maximum: number, what: string): TSchema =>
  Type.Optional(
    Type.Integer({ minimum, maximum, description: `a whole number ${what} from ${minimum} to ${maximum}` }),
  );

const queueSchema = Type.Object(
  {
    expireSeconds: whole(1, 86_400, 'of seconds'),
    attempts: whole(1, 100, 'of attempts'),
    concurrency: whole(1, 50, 'of jobs'),
    // The queue's own least.
    heartbeatSeconds: whole(10, 3_600, 'of seconds'),
    retryDelaySeconds: whole(1, 3_600, 'of seconds'),
    retryDelayMaxSeconds: whole(1, 86_400, 'of seconds'),
  },
  {
    additionalProperties: false,
    description: 'the settings of a queue, such as {"attempts": 5, "concurrency": 1}',
  },
);

export const queuesSchema: TSchema = Type.Record(
  Type.String({ pattern: '^[A-Za-z][\\w-]{0,49}$' }),
  queueSchema,
  {
    additionalProperties: false,
    description:
      'an object of queues under their names (a letter, then letters, digits, - and _), such as {"heavy": {"concurrency": 2}}',
  },
);

const usual: QueueConfig = {
  expireSeconds: 600,
  attempts: 5,
  concurrency: 1,
  heartbeatSeconds: 15,
  retryDelaySeconds: 1,
  retryDelayMaxSeconds: 10,
};

/** The queues that are there without any configuration. */
export const defaultQueues = {
  heavy: usual,
  notifications: {
    ...usual,
    expireSeconds: 60,
    attempts: 10,
    concurrency: 5,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 600,
  },
  // Short work, which neither an export nor a mail server that is away shall keep waiting.
  avatars: {
    ...usual,
    expireSeconds: 60,
    concurrency: 2,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 60,
  },
} as const satisfies Readonly<Record<string, QueueConfig>>;

/** The default queues and the operator's, completed. */
export function completeQueues(written: QueueSettings = {}): Config['queues'] {
  const known: Readonly<Record<string, QueueConfig>> = defaultQueues;
  const names = new Set([...Object.keys(known), ...Object.keys(written)]);

  return Object.fromEntries([...names].map((name) => [name, { ...usual, ...known[name], ...written[name] }]));
}

/** What only shows when queues and tables are seen together. */
export function queueFaults({ queues, tables }: Pick<Config, 'queues' | 'tables'>): string[] {
  const faults: string[] = [];
  for (const use of ['exports', 'notifications'] as const) {
    const name = tables.queues[use];
    if (Object.hasOwn(queues, name)) continue;
    const known = Object.keys(queues).join(', ');
    faults.push(
      `tables.queues.${use} (ROWHOUSE_TABLES_QUEUES_${use.toUpperCase()}) is "${name}", but no queue of that name is ` +
        `configured. Write one of ${known}, or add "${name}" under queues (ROWHOUSE_QUEUES).`,
    );
  }
  const exports = Object.hasOwn(queues, tables.queues.exports) ? queues[tables.queues.exports] : undefined;
  if (exports !== undefined && exports.expireSeconds <= tables.export.timeout) {
    faults.push(
      `queues.${tables.queues.exports}.expireSeconds is ${exports.expireSeconds}, but must exceed tables.export.timeout, ` +
        `which is ${tables.export.timeout}: the queue would give an export that is still being written to another ` +
        `worker. Raise the one, or lower the other.`,
    );
  }
  for (const [name, { retryDelaySeconds, retryDelayMaxSeconds }] of Object.entries(queues)) {
    if (retryDelayMaxSeconds >= retryDelaySeconds) continue;
    faults.push(
      `queues.${name}.retryDelayMaxSeconds is ${retryDelayMaxSeconds}, but must not be less than retryDelaySeconds, ` +
        `which is ${retryDelaySeconds}.`,
    );
  }

  return faults;
}
