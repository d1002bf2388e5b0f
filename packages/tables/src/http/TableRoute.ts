import type { ButtonMethod } from '@rowhouse/table-protocol';

/** A request as every HTTP framework can give it; `Incoming` is the framework's own request. */
export interface TableHttpRequest<Incoming> {
  readonly method: string;
  /** The query string as it was sent, without its question mark. */
  readonly query: string;
  /** The body, parsed; undefined without one. */
  readonly body: unknown;
  /** Values of the parameters in the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Aborted when the client waits no more. Called at most once. */
  closed(): AbortSignal;
  /** What the functions of the application get. */
  readonly incoming: Incoming;
}

/** A response whose body is to be sent as JSON. */
export interface TableHttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A route of a table, for any HTTP framework to serve. */
export interface TableRoute<Incoming> {
  readonly kind: 'init' | 'data' | 'export' | 'action';
  readonly name: string;
  /** Below the prefix. */
  readonly path: string;
  readonly methods: readonly ButtonMethod[];
  /** True on the routes of a table whose template removes authentication. */
  readonly open: boolean;
  /** Whether a request begins or changes something, though GET may call it: HEAD must not run it. */
  readonly changes: boolean;
  /** Whether the response is 202, and the work is done later. */
  readonly background: boolean;
  /** Rejects with what `problemOf` reads. */
  respond(request: TableHttpRequest<Incoming>): Promise<TableHttpResponse>;
}

export function okay(body: unknown): TableHttpResponse {
  return { status: 200, headers: {}, body };
}

export function accepted(body: unknown): TableHttpResponse {
  return { status: 202, headers: {}, body };
}
