import { notJson, type TableResponse } from './TableHttp.ts';

/** Kinds of failure, by what the user can do about them. */
export type ProblemKind =
  /** No response: no network, or the server is unavailable. */
  | 'offline'
  /** 401. */
  | 'signed-out'
  /** 403. */
  | 'forbidden'
  /** 404, 405, 410. */
  | 'missing'
  /** 400, 409, 413, 414, 415, 422. */
  | 'refused'
  /** 429. */
  | 'busy'
  /** 408, 502, 503, 504. */
  | 'unavailable'
  /** Any other status. */
  | 'failed'
  /** A response that violates the table protocol, such as an HTML page. */
  | 'malformed'
  /** The view of a link was deleted, or is not shared with the user. */
  | 'unshared-view';

/** The purpose of a request. */
export type RequestPurpose = 'init' | 'data' | 'action' | 'options' | 'edit';

/** A failed request, with a message for the user. */
export interface TableProblem {
  readonly kind: ProblemKind;
  /** Null without a response. */
  readonly status: number | null;
  /** One sentence for the user; the server's own if it sent one. */
  readonly message: string;
  /** Field path → errors: of the request on 422, of a malformed response. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Milliseconds until the table repeats the request; null if it does not. */
  readonly retryAfter: number | null;
  /** The purpose of the failed request. */
  readonly request: RequestPurpose;
}

export class TableFailure extends Error {
  override readonly name = 'TableFailure';
  readonly problem: TableProblem;
  /** The JSON of the response; empty if it is no object. */
  readonly body: object;

  constructor(problem: TableProblem, { body = {}, ...options }: ErrorOptions & { body?: object } = {}) {
    super(problem.message, options);
    this.problem = problem;
    this.body = body;
  }
}

const kinds: Readonly<Record<number, ProblemKind>> = {
  400: 'refused',
  401: 'signed-out',
  403: 'forbidden',
  404: 'missing',
  405: 'missing',
  408: 'unavailable',
  409: 'refused',
  410: 'missing',
  413: 'refused',
  414: 'refused',
  415: 'refused',
  422: 'refused',
  429: 'busy',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** Used if the server sends no message: the problem, and what to do. English, to be translated. */
const messages: Readonly<Record<ProblemKind, string>> = {
  offline: 'The server cannot be reached. Check your connection and try again.',
  'signed-out': 'You are not signed in. Sign in and try again.',
  forbidden: 'You do not have permission for this. Ask an administrator if you need it.',
  missing:
    'This was not found on the server. Reload the page; if that does not help, contact an administrator.',
  refused: 'The server did not accept this request. Change your input and try again.',
  busy: 'Too many requests were made. Wait a moment and try again.',
  unavailable: 'The server is not ready. Wait a moment and try again.',
  failed: 'Something went wrong on the server. Try again; if it fails again, contact an administrator.',
  malformed:
    'The response of the server cannot be read. Reload the page; if that does not help, contact an administrator.',
  'unshared-view':
    'It was deleted, or its owner has not shared it. Ask the person who sent the link to share the view.',
};

type Say = (text: string) => string;

/** Throws `TableFailure` unless the status is a success (200 to 299). */
export function throwOnRefusal(response: TableResponse, request: RequestPurpose, say: Say): void {
  if (response.status >= 200 && response.status < 300) {
    return;
  }

  const kind = kinds[response.status] ?? 'failed';
  const body = typeof response.data === 'object' && response.data !== null ? response.data : {};
  const message = 'message' in body && typeof body.message === 'string' ? body.message.trim() : '';

  const problem: TableProblem = {
    kind,
    status: response.status,
    message: message || say(messages[kind]),
    errors: 'errors' in body ? readErrors(body.errors) : {},
    retryAfter: readRetryAfter(response.headers['retry-after']),
    request,
  };
  throw new TableFailure(problem, { body });
}

/** There was no response: an error of the network or the transport. */
export function offlineFailure(cause: unknown, request: RequestPurpose, say: Say): TableFailure {
  return new TableFailure(plainProblem('offline', request, say), { cause });
}

/** A part of the table's own code could not be loaded, for example after a new deployment. */
export function unloadedFailure(cause: unknown, say: Say): TableFailure {
  const message = say('A part of this page could not be loaded. Reload the page.');

  return new TableFailure({ ...plainProblem('offline', 'action', say), message }, { cause });
}

/** The response does not follow the protocol; `fault` is a sentence about the member at `path`. */
export function malformedFailure(
  request: RequestPurpose,
  say: Say,
  { status, path, fault }: { status: number; path: string; fault: string },
): TableFailure {
  return new TableFailure({
    ...plainProblem('malformed', request, say),
    status,
    errors: { [path]: [fault] },
  });
}

/**
 * The view of a link cannot be opened: no reason names the view, which the user may not know of. Other failures, such as
 * those of the network, stay what they are.
 */
export function linkedViewFailure(cause: unknown, say: Say): TableFailure {
  const isOther = cause instanceof TableFailure && !['missing', 'forbidden'].includes(cause.problem.kind);

  return isOther ? cause : new TableFailure(plainProblem('unshared-view', 'options', say), { cause });
}

export function isJson({ data }: TableResponse): boolean {
  return data !== notJson;
}

function plainProblem(kind: ProblemKind, request: RequestPurpose, say: Say): TableProblem {
  return { kind, status: null, message: say(messages[kind]), errors: {}, retryAfter: null, request };
}

/** Only texts and lists of texts; anything else is omitted. */
function readErrors(value: unknown): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(value instanceof Object ? value : {}).flatMap(([path, texts]) => {
      const list = (Array.isArray(texts) ? texts : [texts]).filter((text) => typeof text === 'string');

      return list.length > 0 ? [[path, list]] : [];
    }),
  );
}

/** `Retry-After` in milliseconds from `now`: seconds, or an HTTP date. Null for anything else. */
export function readRetryAfter(value: string | undefined, now = Date.now()): number | null {
  const text = value?.trim() ?? '';

  if (/^\d+$/.test(text)) {
    return Number(text) * 1000;
  }

  const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;

  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
