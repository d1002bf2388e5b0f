import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { User } from '../access/User.ts';
import type { Database } from '../database/Database.ts';

/**
 * What a module has to say before something is done, and is told after. `before` refuses by throwing a ServiceError, whose
 * status and message the client is sent. What `after` throws is logged, and changes nothing.
 */
export interface Hook<Before, After, Context> {
  readonly before?: (event: Before, context: Context) => Promise<void> | void;
  readonly after?: (event: After, context: Context) => Promise<void> | void;
}

/** What modules may say about what the service does; those of several modules are asked in the order of the modules. */
export type Hooks<Context> = {
  readonly [Name in keyof HookEvents]?: Hook<HookEvents[Name]['before'], HookEvents[Name]['after'], Context>;
};

export interface HookEvents {
  /** Every request of a route. */
  readonly request: { readonly before: RequestEvent; readonly after: RequestEnd };
  /** New sessions: by password, and of people who act in the name of others. Not requests with an API key. */
  readonly signIn: { readonly before: SignInEvent; readonly after: SignInEvent };
  /** Changes of what belongs to the service itself. */
  readonly recordChange: { readonly before: RecordChanging; readonly after: RecordChange };
  /** Actions of tables, in the background or not. */
  readonly action: { readonly before: ActionEvent; readonly after: ActionEvent & TableWorkEnd };
  /** Exports of tables. */
  readonly export: { readonly before: ExportEvent; readonly after: ExportEvent & TableWorkEnd };
}

export interface Actor {
  /** Id of the user in whose name it happens; null for visitors and for the service itself. */
  readonly by: number | null;
  /** Id of who acts in that user's name, if that is somebody else. */
  readonly impersonatedBy: number | null;
}

export interface RequestEvent extends Actor {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Name of the route; null for one without. */
  readonly route: string | null;
  readonly user: User | null;
  readonly request: FastifyRequest;
}

export interface RequestEnd extends RequestEvent {
  readonly status: number;
  /** From the first byte of the request to the last of the response. */
  readonly milliseconds: number;
}

export interface SignInEvent {
  readonly userId: number;
  readonly way: 'password' | 'impersonation';
  /** Id of who will act in that user's name. */
  readonly impersonatedBy: number | null;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

export type RecordKind =
  | 'users'
  | 'passwordLinks'
  | 'sessions'
  | 'roles'
  | 'apiKeys'
  | 'notificationPreferences';

export interface RecordChange extends Actor {
  readonly kind: RecordKind;
  /** Of preferences and links for passwords, that of the user. */
  readonly id: number;
  readonly action: 'created' | 'updated' | 'deleted';
  /** Field → its values; a secret such as a password is named, with null for both. */
  readonly changes: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;
}

export interface RecordChanging extends RecordChange {
  /** The transaction of the change: what is written with it is kept if the change is. */
  readonly db: Kysely<Database>;
}

interface TableWork extends Actor {
  /** Id of the table. */
  readonly table: string;
  /** What was sent: filters, search, sort and parameters. */
  readonly payload: unknown;
  /** Work in the background is asked about when it is ordered, `request`, and when a worker begins it, `work`. */
  readonly stage: 'request' | 'work';
  /** Id of the job; null where there is none, or none yet. */
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
  /** Rows that it was done for. */
  readonly done: number;
  /** Rows that it was tried for in vain. */
  readonly failed: number;
  /** Key of the file in the store; null without one. */
  readonly file: string | null;
}
