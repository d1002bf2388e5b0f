import { STATUS_CODES } from 'node:http';
import { ProblemError, type ProblemParts, type ProblemResponse, problem } from '@rowhouse/problems';
import { isDatabaseAway } from '../database/isDatabaseAway.ts';
import { whyDatabaseBusy } from '../database/whyDatabaseBusy.ts';
import { serviceErrors } from '../errors.ts';
import { faultsSentence } from '../invalidRequest.ts';
import { type SchemaFault, schemaFaults } from './schemaFaults.ts';

/** What the problem says of its request. */
export interface ProblemRequest {
  readonly url: string;
  readonly id: string;
  readonly routeOptions: { readonly bodyLimit: number | undefined };
}

type Fault = Omit<ProblemParts, 'title'> & { readonly title?: string };

const retrySeconds = 5;

/** The response to an error. It never contains a stack, SQL or a value that the client did not send. */
export function toProblem(error: unknown, request: ProblemRequest): ProblemResponse {
  const fault = describe(error, request);
  const { status, code, message, fields, retryAfter, title = STATUS_CODES[status] ?? 'Error' } = fault;

  return problem({ status, code, title, message, fields, retryAfter }, request.url);
}

function describe(error: unknown, { id: requestId, routeOptions: { bodyLimit } }: ProblemRequest): Fault {
  return (
    fromPackages(error) ??
    fromFastify(error, bodyLimit) ??
    fromSignIn(error) ??
    fromDatabase(error) ?? {
      status: 500,
      message: `The service failed. Try again. If the problem persists, send the operator this request id: ${requestId}.`,
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
    ...serviceErrors['service.query_timeout'],
    code: 'service.query_timeout',
    message:
      'The query took too long, and the database cancelled it. Request less, or try again later. If the problem ' +
      'persists, ask the operator to check the load of the database.',
    retryAfter: retrySeconds,
  },
  lock: {
    ...serviceErrors['service.lock_timeout'],
    code: 'service.lock_timeout',
    message: `Another transaction has locked the rows. Try again in ${retrySeconds} seconds.`,
    retryAfter: retrySeconds,
  },
};

const databaseAway: Fault = {
  status: 503,
  code: 'service.database_unavailable',
  title: 'Database unavailable',
  message: `The database is unavailable. Try again in ${retrySeconds} seconds.`,
  retryAfter: retrySeconds,
};

/** Errors of the service and of its packages. Other 5xx are faults of the service, whose text is for the log. */
function fromPackages(error: unknown): Fault | null {
  return error instanceof ProblemError && (error.status < 500 || error.status === 503) ? error : null;
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
    return { ...serviceErrors[known], code: known, message: faultsSentence(fields), fields };
  }
  if (!code?.startsWith('FST_') || statusCode === undefined || statusCode >= 500) return null;
  const message = code === 'FST_ERR_BAD_URL' ? badAddress : (messages[statusCode] ?? error.message);
  if (statusCode === 413) return { status: statusCode, message: tooLarge(bodyLimit) };
  if (statusCode !== 400) return { status: statusCode, message };
  const unreadable = 'service.malformed_request';

  return { ...serviceErrors[unreadable], code: unreadable, message };
}

const badAddress = 'The URL has invalid percent-encoding. Correct it and try again.';
const messages: Readonly<Record<number, string>> = {
  400: 'The request body is not valid JSON. Correct it and send it again.',
  415: 'The content type of the request body is not supported. Send application/json.',
};

function tooLarge(bodyLimit: number | undefined): string {
  const most = bodyLimit === undefined ? '' : `: it has more than ${bodyLimit} bytes`;

  return `The request body is too large${most}. Send less data per request.`;
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
    return { status: statusCode, code, title: serviceErrors[code].title, message: body.message ?? '' };
  }
  return { status: statusCode, message: sentence(body?.message ?? error.message) };
}

/** Its messages lack a full stop. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
