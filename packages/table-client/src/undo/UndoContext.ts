import type { TableJob } from '@rowhouse/table-protocol';
import type { SendRequest } from '../http/transport.ts';
import type { Translate } from '../language/translator.ts';
import type { SentConditions } from '../requests/connection.ts';
import type { Notify } from '../table/notices.ts';

/** Parts of the table that undoing a change needs. */
export interface UndoContext {
  readonly send: SendRequest;
  readonly lifetime: AbortSignal;
  readonly translate: Translate;
  readonly notify: Notify;
  host(): SentConditions;
  reload(): Promise<void>;
  /** Shows the progress of an undo that takes longer than a request; missing where no action runs in the background. */
  follow?(job: TableJob): void;
}
