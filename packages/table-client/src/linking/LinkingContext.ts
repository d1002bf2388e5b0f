import type { ReadonlySignal } from '@preact/signals-core';
import type { InitTemplate, LinkedTable } from '@rowhouse/table-protocol';
import type { SendRequest } from '../http/transport.ts';
import type { Translate } from '../language/translator.ts';
import type { Notify } from '../table/notices.ts';
import type { Undo } from '../undo/createUndo.ts';

/** What adding and removing linked rows needs of its table. */
export interface LinkingContext {
  /** Null for a table that is not one of linked rows. */
  readonly linked: LinkedTable | null;
  readonly template: ReadonlySignal<InitTemplate | null>;
  readonly send: SendRequest;
  readonly translate: Translate;
  readonly notify: Notify;
  readonly remember: Undo['remember'];
  readonly lifetime: AbortSignal;
  reload(): Promise<void>;
}
