import { STATUS_CODES } from 'node:http';
import type { Problem } from '@rowhouse/table-protocol';
import { isDatabaseAway } from '../database/isDatabaseAway.ts';
import { whyDatabaseBusy } from '../database/whyDatabaseBusy.ts';
import { errorTable, type FieldErrors } from '../errors.ts';
import { faultsSentence } from '../invalidRequest.ts';
import { type SchemaFault, schemaFaults } from './schemaFaults.ts';

export interface ProblemAnswer {
  readonly status: number;
  readonly body: Problem;
  /** Seconds; on answers that are worth a new attempt. */
  readonly retryAfter?: number;
}

/** What is said of a request in its problem. */
export interface ProblemRequest {
  readonly url: string;
  readonly id: string;
  readonly routeOptions: { readonly bodyLimit: number | undefined };
}

interface Fault {
  readonly status: number;
  readonly message: string;
  readonly code?: string;
  readonly title?: string;
  readonly fields?: FieldErrors;
}

const retrySeconds = 5;

/** What of an error is told to a client: never a stack, SQL or a value that the client did not send. */
export function toProblem(error: unknown, request: ProblemRequest): ProblemAnswer {
  const fault = describe(error, request);
  const { status, message, code, fields } = fault;
  const body: Problem = {
    type: code ?? 'about:blank',
    title: fault.title ?? STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    instance: request.url.split('?')[0] ?? '/',
    message,
    ...(fields !== undefined && { errors: fields as Record<string, string[]> }),
  };
  if (status !== 503 && status !== 429) return { status, body };
  const { retryAfter } = (error ?? {}) as { retryAfter?: number };
  return { status, body, retryAfter: retryAfter ?? retrySeconds };
}

function describe(error: unknown, { id: requestId, routeOptions: { bodyLimit } }: ProblemRequest): Fault {
  return (
    fromOwnError(error) ??
    fromFastify(error, bodyLimit) ??
    fromSignIn(error) ??
    fromDatabase(error) ?? {
      status: 500,
      message: `Something went wrong here. Try again, and if it stays, tell the operator this request id: ${requestId}.`,
    }
  );
}

function fromDatabase(error: unknown): Fault | null {
  if (isDatabaseAway(error)) return databaseAway;
  const reason = whyDatabaseBusy(error);

  return reason && databaseBusy[reason];
}

const databaseBusy: Readonly<Record<'query' | 'lock', Fault>> = {
  query: {
    ...errorTable['service.query_timeout'],
    code: 'service.query_timeout',
    message:
      'The query took too long, and the database ended it. Request less, or try again when it is less busy. If it ' +
      'stays, ask the operator to look for what slows the database down.',
  },
  lock: {
    ...errorTable['service.lock_timeout'],
    code: 'service.lock_timeout',
    message: `Another transaction keeps the rows locked. Try again in ${retrySeconds} seconds.`,
  },
};

const databaseAway: Fault = {
  status: 503,
  code: 'service.database_unavailable',
  title: 'The database does not answer',
  message: `The database does not answer at the moment. Try again in ${retrySeconds} seconds.`,
};

/** ServiceError, and the errors of the packages, which have the same members. */
function fromOwnError(error: unknown): Fault | null {
  if (!(error instanceof Error)) return null;
  const { status, code, fields } = error as Error & {
    status?: unknown;
    code?: unknown;
    fields?: FieldErrors;
  };
  if (typeof status !== 'number' || typeof code !== 'string' || !/^[a-z]+\.[a-z_]+$/.test(code)) return null;
  // Other 5xx are faults of the service, whose text is for the log.
  if (status >= 500 && status !== 503) return null;
  const known = errorTable as Readonly<Record<string, { title: string } | undefined>>;
  return { status, code, title: known[code]?.title, message: error.message, fields };
}

interface FastifyError extends Error {
  readonly code?: string;
  readonly statusCode?: number;
  readonly validation?: readonly SchemaFault[];
}

function fromFastify(error: unknown, bodyLimit: number | undefined): Fault | null {
  if (!(error instanceof Error)) return null;
  const { code, statusCode, validation } = error as FastifyError;
  if (validation !== undefined) {
    const known = 'service.invalid_request';
    const fields = schemaFaults(validation);
    return { ...errorTable[known], code: known, message: faultsSentence(fields), fields };
  }
  if (!code?.startsWith('FST_') || statusCode === undefined || statusCode >= 500) return null;
  const message = code === 'FST_ERR_BAD_URL' ? badAddress : (messages[statusCode] ?? error.message);
  if (statusCode === 413) return { status: statusCode, message: tooLarge(bodyLimit) };
  if (statusCode !== 400) return { status: statusCode, message };
  const unreadable = 'service.malformed_request';

  return { ...errorTable[unreadable], code: unreadable, message };
}

const badAddress =
  'The address of the request has percent signs that encode nothing. Correct it and try again.';
const messages: Readonly<Record<number, string>> = {
  400: 'The request body is not valid JSON. Correct it and send it again.',
  415: 'The content type of the request body is not supported. Send application/json.',
};

function tooLarge(bodyLimit: number | undefined): string {
  const most = bodyLimit === undefined ? '' : `: it has more than ${bodyLimit} bytes`;

  return `The request body is too large${most}. Send less at once.`;
}

/** Errors of the sign-in library carry a body for the client. */
function fromSignIn(error: unknown): Fault | null {
  if (!(error instanceof Error) || error.name !== 'APIError') return null;
  const { statusCode, body } = error as Error & {
    statusCode?: number;
    body?: { message?: string; code?: string };
  };
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return null;
  if (body?.code === 'INACTIVE_USER') {
    const code = 'service.inactive_user';
    return { status: statusCode, code, title: errorTable[code].title, message: body.message ?? '' };
  }
  return { status: statusCode, message: sentence(body?.message ?? error.message) };
}

/** Its messages lack a full stop. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
