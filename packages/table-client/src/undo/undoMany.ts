import type { ActionFailure, JobUndo, TableJob } from '@rowhouse/table-protocol';
import type { TableHttp } from '../http/TableHttp.ts';
import { requestSender, transportOver } from '../http/transport.ts';
import { type Translate, translator } from '../language/translator.ts';
import { jobInResponse, readFailures } from '../responses/readAction.ts';
import { isRecord } from '../responses/shape.ts';

export interface UndoManyOptions {
  /** A function like `fetch`, or an Axios instance. Defaults to `globalThis.fetch`. */
  readonly http?: TableHttp;
  /** Translates the texts of problems. Defaults to English. */
  readonly i18n?: Translate;
  /** Free values for the table's query, as in its data requests. */
  readonly params?: Readonly<Record<string, unknown>>;
}

export interface UndoneMany {
  /** Sentence for users. */
  readonly message: string;
  /** The work in the background, by its progress; null if it is done. */
  readonly job: TableJob | null;
  /** The first rows that were changed since, and so were left as they are. */
  readonly conflicts: readonly ActionFailure[];
  /** Number of all of them. */
  readonly conflictCount: number;
}

/**
 * Undoes what an action or an import has changed, such as the `undo` of its job, outside of a table. Rejects with an Error whose
 * message is for the user.
 */
export async function undoMany({ id, path }: JobUndo, options: UndoManyOptions = {}): Promise<UndoneMany> {
  const translate = translator(options.i18n);
  const { http, params } = options;
  const send = requestSender(transportOver(http), translate);
  const payload = { undo: id, ...(params && { params }) };
  const response = await send({ method: 'POST', path, payload }, 'action');
  const { listed, count } = readFailures(response);
  const message = isRecord(response) && typeof response.message === 'string' ? response.message : '';

  return { message, job: jobInResponse(response), conflicts: listed, conflictCount: count };
}
