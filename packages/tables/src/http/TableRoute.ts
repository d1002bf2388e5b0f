import type { Readable } from 'node:stream';
import type { TranslateText } from '@rowhouse/problems';
import type { ButtonMethod } from '@rowhouse/table-protocol/internal';
import type { Tables } from '../createTables.ts';
import type { ActionCounts } from '../definition/TableAction.ts';
import { TableError } from '../errors.ts';
import { decodeQuery } from '../request/decodeQuery.ts';
import { isNothing, isRecord } from '../request/parse/scalars.ts';
import type { Bookmark } from '../runtime/Replicas.ts';

/** A request that any HTTP framework can provide; `Incoming` is the framework's own request. */
export interface TableHttpRequest<Incoming> {
  readonly method: string;
  /** The query string as it was sent, without its question mark. */
  readonly query: string;
  /** The body, parsed; undefined without one. */
  readonly body: unknown;
  /** The body of a route that takes a file, as it arrives; null without one. */
  readonly upload?: AsyncIterable<Uint8Array> | null;
  /** The `content-type` of a file; null without one. */
  readonly mediaType?: string | null;
  /** Values of the parameters in the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Aborted when the client disconnects. The same for every call. */
  closed(): AbortSignal;
  /** The user of the request, passed to the application's functions. */
  readonly incoming: Incoming;
  /** The header `rowhouse-bookmark`; null without one. */
  readonly sentBookmark: string | null;
  /** The position that the client has written or read, if there are replicas. */
  readonly bookmark?: Bookmark;
}

export interface TableHttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body: unknown;
  /** Sent as it is, instead of `body`. */
  readonly stream?: Readable;
}

/** A route of a table, for any HTTP framework to serve. */
export interface TableRoute<Incoming> {
  readonly kind:
    | 'init'
    | 'data'
    | 'export'
    | 'action'
    | 'input'
    | 'preview'
    | 'edit'
    | 'cells'
    | 'undoCells'
    | 'form'
    | 'store'
    | 'update'
    | 'deletion'
    | 'destroy'
    | 'undo'
    /** Of a change of many rows. */
    | 'undoRows'
    /** Takes a file as its body: `upload` of the request. */
    | 'import'
    /** The same, of any type. */
    | 'upload'
    /** Returns a file. */
    | 'file';
  readonly name: string;
  /** Name of the permission of the route. Defaults to its own name. */
  readonly permission?: string;
  /** Below the prefix. */
  readonly path: string;
  readonly methods: readonly ButtonMethod[];
  /** True on the routes of a table whose template removes authentication. */
  readonly open: boolean;
  /** Whether a request starts or changes something even by GET: HEAD must not run it. */
  readonly changes: boolean;
  /** Whether the response is 202, and the work is done later. */
  readonly background: boolean;
  /** JSON Schema of the member `values` of the body for a user. Missing on routes whose body has none. */
  readonly valuesSchema?: (user: unknown) => Promise<object>;
  /** Permissions of single fields, on which the schema depends. */
  readonly fieldPermissions?: readonly string[];
  /** Rejects with errors for `problemOf`. */
  respond(request: TableHttpRequest<Incoming>): Promise<TableHttpResponse>;
}

export function okay(body: unknown): TableHttpResponse {
  return { status: 200, headers: {}, body };
}

export function accepted(body: unknown): TableHttpResponse {
  return { status: 202, headers: {}, body };
}

/** Whether a route that GET may call may be called by HEAD, too: it must not start what GET starts, nor read a file. */
export function servesHead({ changes, kind }: Pick<TableRoute<never>, 'changes' | 'kind'>): boolean {
  return !changes && kind !== 'file';
}

/** Whether a route takes a file as its body. */
export function takesFile({ kind }: Pick<TableRoute<never>, 'kind'>): boolean {
  return kind === 'import' || kind === 'upload';
}

/** Shared by the routes of one table. */
export interface RouteContext<Incoming> {
  /** The table's id. */
  readonly id: string;
  readonly open: boolean;
  readonly tables: Tables;
  /** The user of a request to the named route. Throws without the permission for it. */
  user(name: string, request: Incoming): Promise<unknown>;
  /** Throws when the user may no longer use the route of that name. */
  authorize(name: string, user: unknown, counts: ActionCounts): Promise<void>;
  timeZone(request: Incoming, user: unknown): string;
  translateFor(request: Incoming): TranslateText | undefined;
}

/** Path of a route below the prefix: dots of its name become slashes. */
export function pathOf(name: string): string {
  return `/${name.replaceAll('.', '/')}`;
}

type Sent = Pick<TableHttpRequest<unknown>, 'method' | 'query' | 'body'>;

/** The payload of a request: the query string for GET and HEAD, otherwise the body. */
export function payloadOf(request: Sent): unknown {
  return request.method === 'GET' || request.method === 'HEAD' ? queryPayload(request) : bodyPayload(request);
}

/** The body, with the language that the paths of the init response have in their query. */
export function bodyPayload(request: Sent): unknown {
  const { body } = request;
  const locale = isRecord(body) && isNothing(body.locale) ? queryLocale(request) : undefined;

  return locale === undefined ? body : { ...(body as object), locale };
}

export function queryLocale(request: Pick<Sent, 'query'>): unknown {
  if (!request.query.includes('locale')) return undefined;
  const given = queryPayload(request);

  return isRecord(given) ? given.locale : undefined;
}

/** The query string, in any spelling of the protocol. */
export function queryPayload({ query }: Pick<Sent, 'query'>): unknown {
  return decodeQuery(query);
}

/** A client or a proxy may drop the body of a DELETE, so its query string may contain the request instead. */
export function actionPayload(request: Sent): unknown {
  const isBare = request.method === 'DELETE' && (request.body === undefined || request.body === null);

  return isBare ? queryPayload(request) : payloadOf(request);
}

/** The abort reason of a request whose client has disconnected. */
export function requestClosed(): TableError {
  return new TableError('tables.request_closed', 'The client closed the request before its response.');
}
