import { CronExpressionParser } from 'cron-parser';
import type { RunningJob } from '../jobs/Jobs.ts';

/** Work that runs at certain times, once over all workers. */
export interface ScheduleEntry<Context> {
  /** Minute, hour, day of the month, month and day of the week: `30 3 * * *` is daily at 3:30, `0 8 * * 1-5` on working days at 8. */
  readonly cron: string;
  /**
   * IANA name of the time zone of `cron`. Defaults to `UTC`. A time that a change to summer time skips runs an hour later on
   * the clock; a time that occurs twice when it ends runs the first time.
   */
  readonly timeZone?: string;
  /** Name of the configured queue whose workers run it, with the queue's time limit and number of attempts. */
  readonly queue: string;
  /** `skip`, the default: a time at which no worker ran is left out. `once`: it is made up for by one run at the next start. */
  readonly missed?: 'skip' | 'once';
  /** A rejection leads to another attempt, as for other jobs. */
  run(context: Context, job: RunningJob): Promise<void>;
}

export type Schedule<Context> = Readonly<Record<string, ScheduleEntry<Context>>>;

interface Scheduling {
  readonly name: string;
  readonly schedule?: Schedule<never>;
}

/** The faults of a module's schedule that are independent of the configuration. */
export function scheduleFaults({ name: module, schedule = {} }: Scheduling): string[] {
  return Object.entries(schedule).flatMap(([entry, { cron, timeZone = 'UTC' }]) => {
    const where = `The schedule "${entry}" of the module "${module}"`;
    const given = JSON.stringify(cron);
    const faults: string[] = [];
    if (!/^[a-zA-Z][\w-]{0,49}$/.test(entry)) {
      faults.push(`${where} needs a name of letters, digits and dashes that begins with a letter.`);
    }
    if (!isCron(cron)) {
      faults.push(
        `${where} has the cron expression ${given}, which is not valid. Give minute, hour, day of the month, month and ` +
          'day of the week, such as "30 3 * * *" for daily at 3:30.',
      );
    }
    if (!isTimeZone(timeZone)) {
      faults.push(
        `${where} has the unknown time zone ${JSON.stringify(timeZone)}. Give an IANA name such as "Europe/Berlin".`,
      );
    }

    return faults;
  });
}

/** Entries whose queue is not configured. */
export function queueFaults(
  modules: readonly Scheduling[],
  queues: Readonly<Record<string, unknown>>,
): string[] {
  return modules.flatMap(({ name: module, schedule = {} }) =>
    Object.entries(schedule)
      .filter(([, { queue }]) => !Object.hasOwn(queues, queue))
      .map(
        ([entry, { queue }]) =>
          `The schedule "${entry}" of the module "${module}" has the queue ${JSON.stringify(queue)}, which is not ` +
          `configured. Configured are ${Object.keys(queues).join(', ')}.`,
      ),
  );
}

/** Five fields; the parser would also accept fewer, and seconds. */
function isCron(cron: unknown): boolean {
  if (typeof cron !== 'string' || !/^\S+( \S+){4}$/.test(cron)) return false;
  try {
    CronExpressionParser.parse(cron, { tz: 'UTC' });

    return true;
  } catch {
    return false;
  }
}

function isTimeZone(name: unknown): boolean {
  try {
    return typeof name === 'string' && new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}
