import { notJson, type TableAnswer } from './TableHttp.ts';

/** What can go wrong with a request, as a person has to react to it. */
export type ProblemKind =
  /** No answer: no network, or the server is away. */
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
  /** An answer that is not what the table protocol promises, such as a page of HTML. */
  | 'malformed';

/** What a request was for. */
export type RequestPurpose = 'init' | 'data' | 'action' | 'options';

/** A failed request, in words for a person. */
export interface TableProblem {
  readonly kind: ProblemKind;
  /** Null without an answer. */
  readonly status: number | null;
  /** One sentence for a person; the server's own where it sent one. */
  readonly message: string;
  /** Field path → what is wrong with it: of the request on 422, of the answer when it is malformed. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Milliseconds after which the table asks again by itself; null when it does not. */
  readonly retryAfter: number | null;
  /** What failed. */
  readonly request: RequestPurpose;
}

/** Raised where a request fails. */
export class TableFailure extends Error {
  override readonly name = 'TableFailure';
  readonly problem: TableProblem;

  constructor(problem: TableProblem, options?: ErrorOptions) {
    super(problem.message, options);
    this.problem = problem;
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

/** Said where the server has no words of its own: what is the matter, and a way on. To be translated. */
const messages: Readonly<Record<ProblemKind, string>> = {
  offline: 'The server cannot be reached. Check your connection and try again.',
  'signed-out': 'You are not signed in. Sign in and try again.',
  forbidden: 'You do not have permission for this. Ask an administrator if you need it.',
  missing:
    'This is not on the server, or not any more. Reload the page; if that does not help, tell an administrator.',
  refused: 'The server did not accept this request. Change what you asked for and try again.',
  busy: 'Too many requests were made. Wait a moment and try again.',
  unavailable: 'The server is not ready. Wait a moment and try again.',
  failed: 'Something went wrong on the server. Try again; if it goes wrong again, tell an administrator.',
  malformed:
    'The answer of the server cannot be read. Reload the page; if that does not help, tell an administrator.',
};

type Say = (text: string) => string;

/** Throws the failure that an answer stands for whose status is none of success (200 to 299). */
export function throwOnRefusal(answer: TableAnswer, request: RequestPurpose, say: Say): void {
  if (answer.status >= 200 && answer.status < 300) {
    return;
  }

  const kind = kinds[answer.status] ?? 'failed';
  const body = typeof answer.data === 'object' && answer.data !== null ? answer.data : {};
  const message = 'message' in body && typeof body.message === 'string' ? body.message.trim() : '';

  throw new TableFailure({
    kind,
    status: answer.status,
    message: message || say(messages[kind]),
    errors: 'errors' in body ? readErrors(body.errors) : {},
    retryAfter: readRetryAfter(answer.headers['retry-after']),
    request,
  });
}

/** No answer came: the network's, or the transport's, fault. */
export function offlineFailure(cause: unknown, request: RequestPurpose, say: Say): TableFailure {
  return new TableFailure(plainProblem('offline', request, say), { cause });
}

/** The answer is not what the protocol promises: `fault` says of the member at `path` what it is not. */
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

export function isJson({ data }: TableAnswer): boolean {
  return data !== notJson;
}

function plainProblem(kind: ProblemKind, request: RequestPurpose, say: Say): TableProblem {
  return { kind, status: null, message: say(messages[kind]), errors: {}, retryAfter: null, request };
}

/** Only lists of texts; whatever else a server sends is left out. */
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
