import type { PgBoss, Queue } from 'pg-boss';
import type { Config, QueueConfig } from '../config/Config.ts';

const daySeconds = 86_400;

/** Creates the configured queues, each with one for jobs that have failed for good, or brings their settings up to date. */
export async function createQueues(boss: PgBoss, queues: Config['queues']): Promise<void> {
  for (const [name, queue] of Object.entries(queues)) {
    await create(boss, deadLetterQueue(name), settings({ ...queue, expireSeconds: 60 }));
    await create(boss, name, { ...settings(queue), deadLetter: deadLetterQueue(name) });
  }
}

/** Names of configured queues have no dot. */
export function deadLetterQueue(name: string): string {
  return `${name}.dead`;
}

function settings(queue: QueueConfig): Omit<Queue, 'name'> {
  return {
    expireInSeconds: queue.expireSeconds,
    retryLimit: queue.attempts - 1,
    retryDelay: queue.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: queue.retryDelayMaxSeconds,
    heartbeatSeconds: queue.heartbeatSeconds,
    // Workers are told of new jobs rather than having to look.
    notify: true,
    // Jobs that have ended, for whoever looks into the tables.
    deleteAfterSeconds: 7 * daySeconds,
  };
}

async function create(boss: PgBoss, name: string, options: Omit<Queue, 'name'>): Promise<void> {
  await boss.createQueue(name, options);
  await boss.updateQueue(name, options);
}
