import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../loadConfig.ts';
import { defaultQueues } from './queues.fixture.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowhouse-queues-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const load = (environment: Record<string, string>) => loadConfig(environment, folder);

describe('The queues', () => {
  it('get defaults, both predefined and other queues', () => {
    const { queues } = load({
      ROWHOUSE_QUEUES: '{"heavy": {"attempts": 2}, "night": {"expireSeconds": 3600}}',
      ROWHOUSE_QUEUES_HEAVY_CONCURRENCY: '3',
    });
    expect(queues).toEqual({
      heavy: { ...defaultQueues.heavy, attempts: 2, concurrency: 3 },
      notifications: defaultQueues.notifications,
      avatars: defaultQueues.avatars,
      night: { ...defaultQueues.heavy, expireSeconds: 3600 },
    });
  });

  it.each([
    [
      'a queue that is not there, with the known ones',
      { ROWHOUSE_TABLES_QUEUES_EXPORTS: 'gigantic' },
      'tables.queues.exports (ROWHOUSE_TABLES_QUEUES_EXPORTS) is "gigantic", but no queue with that name is configured. ' +
        'Write one of heavy, notifications, avatars, or add "gigantic" under queues (ROWHOUSE_QUEUES).',
    ],
    [
      'the same for notifications',
      { ROWHOUSE_TABLES_QUEUES_NOTIFICATIONS: 'constructor' },
      'tables.queues.notifications (ROWHOUSE_TABLES_QUEUES_NOTIFICATIONS) is "constructor"',
    ],
    [
      'an expiry that does not exceed the timeout of exports, with the reason',
      { ROWHOUSE_TABLES_EXPORT_TIMEOUT: '600' },
      'queues.heavy.expireSeconds is 600, but must exceed tables.export.timeout, which is 600: the queue would start an ' +
        'export on a second worker while the first still writes it. Raise the former, or lower the latter.',
    ],
    [
      'a longest pause that is shorter than the first',
      { ROWHOUSE_QUEUES: '{"heavy": {"retryDelaySeconds": 20}}' },
      'queues.heavy.retryDelayMaxSeconds is 10, but must not be less than retryDelaySeconds, which is 20.',
    ],
    [
      'a setting out of its range',
      { ROWHOUSE_QUEUES_HEAVY_ATTEMPTS: '0' },
      'ROWHOUSE_QUEUES_HEAVY_ATTEMPTS is 0, but must be a whole number of attempts from 1 to 100.',
    ],
    [
      'a setting that is not known',
      { ROWHOUSE_QUEUES: '{"heavy": {"attemps": 3}}' },
      /ROWHOUSE_QUEUES is not known\. .*known keys: expireSeconds, attempts, concurrency/,
    ],
    ['a name that is none', { ROWHOUSE_QUEUES: '{"heavy.dead": {}}' }, /ROWHOUSE_QUEUES is not known/],
    [
      'a folder of exports outside the data folder',
      { ROWHOUSE_TABLES_EXPORT_PATH: '../elsewhere' },
      'tables.export.path (ROWHOUSE_TABLES_EXPORT_PATH) is "../elsewhere", but must name a folder inside the data folder',
    ],
    [
      'the data folder itself as that folder',
      { ROWHOUSE_TABLES_EXPORT_PATH: '.' },
      'must name a folder inside the data folder',
    ],
  ])('are refused: %s', (_what, environment, message) => {
    expect(() => load(environment)).toThrow(message);
  });
});
