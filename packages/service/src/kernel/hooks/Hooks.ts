import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { User } from '../access/User.ts';
import type { Database } from '../database/Database.ts';
import type { JobFailure } from '../jobs/Jobs.ts';

/**
 * Functions around an operation. `before` refuses it by throwing a ServiceError, whose status and message are sent to the
 * client. An error in `after` is logged and has no other effect.
 */
interface Hook<Before, After, Context> {
  readonly before?: (event: Before, context: Context) => Promise<void> | void;
  readonly after?: (event: After, context: Context) => Promise<void> | void;
}

/** The hooks of requests. */
interface RequestHook<Context> extends Hook<RequestEvent, RequestEnd, Context> {
  /**
   * Runs the request with all its hooks and its handler inside of `run`, for example in an AsyncLocalStorage. Calls `run`
   * exactly once.
   */
  readonly around?: (event: RequestEvent, context: Context, run: () => void) => void;
}

/** The hooks of a module, by event. Hooks of several modules run in the order of the modules. */
export type Hooks<Context> = {
  readonly [Name in Exclude<keyof HookEvents, 'request'>]?: Hook<
    HookEvents[Name]['before'],
    HookEvents[Name]['after'],
    Context
  >;
} & { readonly request?: RequestHook<Context> };

/** Events by name. Modules add theirs by declaration merging. */
export interface HookEvents {
  /** Every request to a route. */
  readonly request: { readonly before: RequestEvent; readonly after: RequestEnd };
  /** Changes of the service's own records. */
  readonly recordChange: { readonly before: RecordChanging; readonly after: RecordChange };
  /** A job whose last attempt has failed, or which no release can run. It cannot be refused. */
  readonly jobFailure: { readonly before: never; readonly after: JobFailure };
}

/** Kinds of the service's own records, by name. Modules add theirs by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it.
export interface RecordKinds {}

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

export interface RecordChange extends Actor {
  readonly kind: keyof RecordKinds;
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
