import { openJobStatuses } from '@rowhouse/table-protocol';
import { sql } from 'kysely';
import { type TextParameters, translateFor } from '../../kernel/language/translate.ts';
import type { Channel, NotificationContent } from '../../kernel/Notifier.ts';
import { tellJobEnd } from './jobHooks.ts';
import { presentJob } from './presentJob.ts';
import type { TableJobParts } from './TableJobParts.ts';
import type { TableJobRow } from './tableJobsTable.ts';

/** What ending a job takes. */
export type EndParts = Pick<
  TableJobParts,
  'db' | 'notifier' | 'events' | 'secret' | 'config' | 'translate' | 'hooks'
>;

export interface JobEnd {
  readonly status: 'finalized' | 'failed';
  /** What became of it: a sentence in English, with `{name}` for parameters. */
  readonly text: string;
  readonly parameters?: TextParameters;
  readonly values?: {
    readonly total?: number;
    readonly entries?: number;
    readonly failed?: number;
    readonly file?: string;
    readonly file_size?: number;
    readonly expires_at?: Date;
  };
  /** The title of the notification, with `{name}` for the name of the job. */
  readonly title: string;
  /** The notification's link, made of the record as it is then. */
  readonly link?: (row: TableJobRow) => NotificationContent['link'];
  readonly channels: readonly Channel[];
  readonly mandatory?: readonly Channel[];
}

/**
 * Ends a job, with its one notification, in one transaction. Null when it is not to be ended any more: by this attempt,
 * where one is given.
 */
export async function endTableJob(
  { db, notifier, events, secret, config, translate, hooks }: EndParts,
  id: string,
  end: JobEnd,
  attempt?: number,
): Promise<TableJobRow | null> {
  const ended = await db.transaction().execute(async (transaction) => {
    const found = await transaction
      .selectFrom('table_jobs')
      .select(['language', 'time_zone', 'name'])
      .where('id', '=', id)
      .where('status', 'in', openJobStatuses)
      .$if(attempt !== undefined, (query) =>
        query.where('status', '=', 'processing').where('attempt', '=', attempt as number),
      )
      .forUpdate()
      .executeTakeFirst();
    if (found === undefined) return null;
    const parameters = { name: found.name, ...end.parameters };
    const { timeZone, datetimeFormat } = config.tables;
    const reader = {
      language: found.language,
      timeZone: found.time_zone ?? timeZone,
      datetimeFormat,
      translate,
    };
    const row = await transaction
      .updateTable('table_jobs')
      .set({
        ...end.values,
        status: end.status,
        message: translateFor(reader, end.text, parameters),
        finished_at: sql`now()`,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const link = end.link?.(row);
    await notifier.notify(
      row.created_by,
      {
        type: `${row.kind}.${end.status}`,
        key: `${row.kind}.${id}`,
        title: end.title,
        body: end.text,
        parameters,
        ...(link && { link }),
      },
      { channels: end.channels, ...(end.mandatory && { mandatory: end.mandatory }), db: transaction },
    );
    await events.publish(row.created_by, { event: 'job', data: presentJob(row, secret) }, transaction);

    return row;
  });
  if (ended !== null) await tellJobEnd({ hooks }, ended);

  return ended;
}
