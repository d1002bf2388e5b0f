import type { EditedCell } from '@rowhouse/tables';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { User } from '../access/User.ts';
import type { Database } from '../database/Database.ts';

/**
 * Functions around an operation. `before` refuses it by throwing a ServiceError, whose status and message are sent to the
 * client. An error in `after` is logged and has no other effect.
 */
interface Hook<Before, After, Context> {
  readonly before?: (event: Before, context: Context) => Promise<void> | void;
  readonly after?: (event: After, context: Context) => Promise<void> | void;
}

/** The hooks of a module, by event. Hooks of several modules run in the order of the modules. */
export type Hooks<Context> = {
  readonly [Name in keyof HookEvents]?: Hook<HookEvents[Name]['before'], HookEvents[Name]['after'], Context>;
};

export interface HookEvents {
  /** Every request to a route. */
  readonly request: { readonly before: RequestEvent; readonly after: RequestEnd };
  /** New sessions, by password or impersonation. Not requests with an API key. */
  readonly signIn: { readonly before: SignInEvent; readonly after: SignInEvent };
  /** Changes of the service's own records. */
  readonly recordChange: { readonly before: RecordChanging; readonly after: RecordChange };
  /** Actions of tables, immediate or in the background. */
  readonly action: { readonly before: ActionEvent; readonly after: ActionEvent & TableWorkEnd };
  /** Changes of single cells of tables. */
  readonly edit: { readonly before: CellChanging; readonly after: CellChange };
  /** Exports of tables. */
  readonly export: { readonly before: ExportEvent; readonly after: ExportEvent & TableWorkEnd };
}

export interface Actor {
  /** Id of the acting user; null for visitors and the service itself. */
  readonly by: number | null;
  /** Id of the impersonator, if any. */
  readonly impersonatedBy: number | null;
}

export interface RequestEvent extends Actor {
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
  /** Name of the route; null for one without. */
  readonly route: string | null;
  readonly user: User | null;
  readonly request: FastifyRequest;
}

export interface RequestEnd extends RequestEvent {
  readonly status: number;
  /** Duration from receiving the request to sending the last byte of the response. */
  readonly milliseconds: number;
}

export interface SignInEvent {
  readonly userId: number;
  readonly way: 'password' | 'impersonation';
  /** Id of the impersonator, if any. */
  readonly impersonatedBy: number | null;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

type RecordKind = 'users' | 'passwordLinks' | 'sessions' | 'roles' | 'apiKeys' | 'notificationPreferences';

export interface RecordChange extends Actor {
  readonly kind: RecordKind;
  /** Id of the record; for preferences and password links, of the user. */
  readonly id: number;
  readonly action: 'created' | 'updated' | 'deleted';
  /** Field → old and new value; null for both if the field is a secret such as a password. */
  readonly changes: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;
}

export interface RecordChanging extends RecordChange {
  /** The transaction of the change. */
  readonly db: Kysely<Database>;
}

export interface CellChange extends Actor {
  /** Id of the table. */
  readonly table: string;
  /** Identifier of the row. */
  readonly row: string;
  /** Name of the column. */
  readonly column: string;
  /** The value before, as the database driver gives it. */
  readonly from: unknown;
  /** The value that is written: decimals and dates as text. */
  readonly to: EditedCell['value'];
  /** UUID of the change, the same when the client repeats it; null if it sent none. */
  readonly requestId: string | null;
}

export interface CellChanging extends CellChange {
  /** The transaction of the change, in the table's own database. */
  readonly db: EditedCell['db'];
}

interface TableWork extends Actor {
  /** Id of the table. */
  readonly table: string;
  /** The request's payload: filters, search, sort and parameters. */
  readonly payload: unknown;
  /** Background work calls `before` twice: when requested (`request`) and when a worker starts it (`work`). */
  readonly stage: 'request' | 'work';
  /** Id of the job; null if there is none (yet). */
  readonly job: string | null;
}

export interface ActionEvent extends TableWork {
  readonly action: string;
  readonly isBackground: boolean;
}

export interface ExportEvent extends TableWork {
  /** Such as `xlsx`. */
  readonly format: string;
}

export interface TableWorkEnd {
  readonly state: 'finalized' | 'failed';
  /** Number of rows processed. */
  readonly done: number;
  /** Number of rows that failed. */
  readonly failed: number;
  /** Key of the file in the file store; null without one. */
  readonly file: string | null;
}
