import type { TableConfig } from '@rowhouse/tables';
import { defineSection } from '../defineSection.ts';
import { named, type ValueOf, whole } from '../keys.ts';

const keys = {
  expireSeconds: whole(
    'Seconds after which a job of the queue `{name}` that has not ended is considered lost.',
    { range: [1, 86_400, 'seconds'], default: 600 },
  ),
  attempts: whole('Attempts at a job of the queue `{name}`, including the first.', {
    range: [1, 100, 'attempts'],
    default: 5,
  }),
  concurrency: whole(
    'Jobs of the service in the queue `{name}` that a process runs at the same time; as many of modules.',
    {
      range: [1, 50, 'jobs'],
      default: 1,
    },
  ),
  // pg-boss requires at least 10.
  heartbeatSeconds: whole(
    'Seconds without a heartbeat of the worker after which a job of the queue `{name}` is considered lost.',
    { range: [10, 3_600, 'seconds'], default: 15 },
  ),
  retryDelaySeconds: whole(
    'Approximate seconds before the second attempt at a job of the queue `{name}`; the delay doubles with each further attempt.',
    { range: [1, 3_600, 'seconds'], default: 1 },
  ),
  retryDelayMaxSeconds: whole('Longest delay before an attempt at a job of the queue `{name}`, in seconds.', {
    range: [1, 86_400, 'seconds'],
    default: 10,
  }),
};

export type QueueConfig = ValueOf<typeof keys>;
type Queues = Readonly<Record<string, QueueConfig>>;

const slowRetry = { expireSeconds: 60, retryDelaySeconds: 5 };

export const queues = defineSection(
  'queues',
  named(keys, {
    names: {
      heavy: {},
      notifications: { ...slowRetry, attempts: 10, concurrency: 5, retryDelayMaxSeconds: 600 },
      // A queue of its own: its short jobs must not wait for exports or an unavailable mail server.
      avatars: { ...slowRetry, concurrency: 2, retryDelayMaxSeconds: 60 },
    },
    defaultText: 'the default ones',
    expected:
      'an object of queues under their names (a letter, then letters, digits, - and _), such as {"heavy": {"concurrency": 2}}',
    description: 'Queues and their settings, as JSON.',
  }),
  {
    reads: ['tables'],
    checkTogether({ queues, tables }: { queues: Queues; tables: TableConfig }) {
      const faults: string[] = [];
      for (const use of ['exports', 'notifications'] as const) {
        const name = tables.queues[use];
        if (Object.hasOwn(queues, name)) continue;
        const known = Object.keys(queues).join(', ');
        faults.push(
          `tables.queues.${use} (ROWHOUSE_TABLES_QUEUES_${use.toUpperCase()}) is "${name}", but no queue with that name is ` +
            `configured. Write one of ${known}, or add "${name}" under queues (ROWHOUSE_QUEUES).`,
        );
      }
      const { queues: uses, export: exports } = tables;
      const expiry = Object.hasOwn(queues, uses.exports) ? queues[uses.exports]?.expireSeconds : undefined;
      if (expiry !== undefined && expiry <= exports.timeout) {
        faults.push(
          `queues.${uses.exports}.expireSeconds is ${expiry}, but must exceed tables.export.timeout, which is ` +
            `${exports.timeout}: the queue would start an export on a second worker while the first still writes it. Raise ` +
            'the former, or lower the latter.',
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
    },
  },
);
