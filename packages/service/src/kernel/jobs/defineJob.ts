import type { Static, TObject } from 'typebox';
import { Value } from 'typebox/value';
import type { JobType } from './Jobs.ts';

interface JobName {
  /** Unique in the service, such as `report`; stored with each job. */
  readonly name: string;
  /** Name of a configured queue. */
  readonly queue: string;
}

/**
 * Declares a type of job: what it is called, where it waits, and which data it takes. The compiler checks the data that is
 * sent and handled. With a schema, `jobs.send` checks it too, and so does the worker.
 *
 *     export const report = defineJob({ name: 'report', queue: 'heavy', data: Type.Object({ month: Type.String() }) });
 *
 *     routes: (app, { jobs }) => … await jobs.send(report, { month: '2026-11' });
 *     jobs: ({ db }) => [report.handledBy({ run: async ({ month }, { signal }) => … })],
 */
export function defineJob<const Schema extends TObject>(
  job: JobName & { readonly data: Schema },
): JobType<Static<Schema>>;
/** Data without a schema is checked by the compiler only: `defineJob<{ month: string }>({ name: 'report', queue: 'heavy' })`. */
export function defineJob<Data extends object>(job: JobName): JobType<Data>;
export function defineJob({ name, queue, data: schema }: JobName & { data?: TObject }): JobType<object> {
  const check = (data: object) => {
    if (schema === undefined || Value.Check(schema, data)) return;
    const faults = Value.Errors(schema, data).map(
      ({ instancePath, message }) =>
        `${['data', ...instancePath.split('/').slice(1)].join('.')} ${message}, and is ${valueText(data, instancePath)}`,
    );
    throw new TypeError(
      `The data of the job "${name}" is not valid: ${faults.join('; ')}. Send what its schema requires.`,
    );
  };
  const type: JobType<object> = {
    name,
    queue,
    check,
    handledBy: (handler) => ({ ...type, ...handler }),
  };

  return type;
}

function valueText(data: object, path: string): string {
  const text = JSON.stringify(path === '' ? data : Value.Pointer.Get(data, path)) ?? 'undefined';

  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
