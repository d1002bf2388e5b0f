import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import {
  type EnglishText,
  ProblemError,
  problem,
  say,
  sendProblem,
  type Text,
  type TranslateText,
} from '@rowhouse/problems';
import {
  detailsOf,
  inLanguage,
  type ProblemDetails,
  type ProblemResponse,
} from '@rowhouse/problems/internal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { faultsSentence, ServiceError, serviceErrors } from '../../base/errors.ts';
import { isDatabaseUnavailable, lacksConnections, whyDatabaseBusy } from '../database/databaseErrors.ts';
import type { Translate } from '../language/translate.ts';
import { type AjvFault, schemaFaults } from './schemaFaults.ts';
import { signInFault } from './signInFault.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** A message for the caller, in the language of the request. */
    inLanguage(text: EnglishText | Text): string;
  }
}

interface ErrorOptions {
  /** Whether responses name faults of the application, such as those of a template, for its developer. Defaults to false. */
  readonly development?: boolean;
  /** Defaults to English. */
  readonly translate?: Translate;
}

/** Sends every error as application/problem+json (RFC 9457). */
export const errorHandling = fastifyPlugin<ErrorOptions>(
  async (app: FastifyInstance, options) => {
    app.decorateRequest('inLanguage', function (this: FastifyRequest, text: EnglishText | Text) {
      const translate = problemTranslation(this, options.translate);

      return translate === undefined ? String(text) : inLanguage(text, translate);
    });
    app.setErrorHandler((error, request, reply) => handleError(error, request, reply, options));
    app.setNotFoundHandler((request, reply) => {
      const path = request.url.split('?')[0];
      const error = new ServiceError(
        'service.not_found',
        say`The route ${request.method} ${path ?? ''} does not exist.`,
      );
      return handleError(error, request, reply, options);
    });
  },
  { name: 'error-handling' },
);

export function handleError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { development = false, translate }: ErrorOptions = {},
): FastifyReply {
  const problem = toProblem(error, request, development, problemTranslation(request, translate));
  if (problem.status >= 500) request.log.error({ err: error, req: request }, 'The request failed');

  return sendProblem(reply, problem);
}

/** Writes the sentences of problems in the language of the request; undefined for English. */
export function problemTranslation(
  { language }: Pick<FastifyRequest, 'language'>,
  translate: Translate | undefined,
): TranslateText | undefined {
  return translate === undefined || /^en\b/i.test(language)
    ? undefined
    : (text, values) => translate(language, text, values);
}

/** The parts of a request that a problem refers to. */
interface ProblemRequest {
  readonly url: string;
  readonly id: string;
  readonly routeOptions: { readonly bodyLimit: number | undefined };
}

type Fault = Omit<ProblemDetails, 'title'> & { readonly title?: string };

const retrySeconds = 5;

/** The response to an error. It never contains a stack trace, SQL or a value that the client did not send. */
function toProblem(
  error: unknown,
  request: ProblemRequest,
  development: boolean,
  translate: TranslateText | undefined,
): ProblemResponse {
  const fault = (development ? faultOfApplication(error) : null) ?? describe(error, request);
  const { status, code, message, fields, retryAfter, title = STATUS_CODES[status] ?? 'Error' } = fault;

  return problem({ status, code, title, message, fields, retryAfter }, request.url, translate);
}

function describe(error: unknown, { id: requestId, routeOptions: { bodyLimit } }: ProblemRequest): Fault {
  return (
    fromPackages(error) ??
    fromFastify(error, bodyLimit) ??
    signInFault(error) ??
    fromDatabase(error) ?? {
      status: 500,
      message: say`The service failed. Try again. If the problem persists, send the operator this request id: ${requestId}.`,
    }
  );
}

function fromDatabase(error: unknown): Fault | null {
  if (lacksConnections(error)) return outOfConnections;
  if (isDatabaseUnavailable(error)) return databaseUnavailable;
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
    message: say`Another transaction has locked the rows. Try again in ${retrySeconds} seconds.`,
    retryAfter: retrySeconds,
  },
};

const databaseUnavailable: Fault = {
  status: 503,
  code: 'service.database_unavailable',
  title: 'Database unavailable',
  message: say`The database is unavailable. Try again in ${retrySeconds} seconds.`,
  retryAfter: retrySeconds,
};

const outOfConnections: Fault = {
  ...databaseUnavailable,
  message: say`The database server accepts no more connections. Try again in ${retrySeconds} seconds. If the problem persists, ask the operator to allow more connections on the server, or to lower ROWHOUSE_DATABASE_POOL_SIZE.`,
};

/** Faults of a template, a query or a definition, which the developer corrects. */
function faultOfApplication(error: unknown): Fault | null {
  return error instanceof ProblemError && error.status === 500 ? detailsOf(error) : null;
}

/** Errors of the service and its packages. The messages of 5xx other than 503 are for the log only. */
function fromPackages(error: unknown): Fault | null {
  return error instanceof ProblemError && (error.status < 500 || error.status === 503)
    ? detailsOf(error)
    : null;
}

interface FastifyError extends Error {
  readonly code?: string;
  readonly statusCode?: number;
  readonly validation?: readonly AjvFault[];
}

function fromFastify(error: unknown, bodyLimit: number | undefined): Fault | null {
  if (!(error instanceof Error)) return null;
  const { code, statusCode, validation } = error as FastifyError;
  if (validation !== undefined) {
    const invalid = 'service.invalid_request';
    const fields = schemaFaults(validation);
    return { ...serviceErrors[invalid], code: invalid, message: faultsSentence(fields), fields };
  }
  if (!code?.startsWith('FST_') || statusCode === undefined || statusCode >= 500) return null;
  const message = code === 'FST_ERR_BAD_URL' ? badAddress : (messages[statusCode] ?? frameworkText(error));
  if (statusCode === 413) return { status: statusCode, message: tooLarge(bodyLimit) };
  if (statusCode !== 400) return { status: statusCode, message };
  const malformed = 'service.malformed_request';

  return { ...serviceErrors[malformed], code: malformed, message };
}

const badAddress: EnglishText = 'The URL has invalid percent-encoding. Correct it and try again.';
const messages: Readonly<Record<number, EnglishText>> = {
  400: 'The request body is not valid JSON. Correct it and send it again.',
  414: 'A part of the URL is too long. Shorten it.',
  415: 'The content type of the request body is not supported. Send application/json.',
};

function tooLarge(bodyLimit: number | undefined): Text {
  return bodyLimit === undefined
    ? say`The request body is too large. Send less data per request.`
    : say`The request body is too large: it has more than ${bodyLimit} bytes. Send less data per request.`;
}

/** Of a framework or a library: in English, unless the application translates it. */
function frameworkText({ message }: Error): EnglishText {
  return message as EnglishText;
}

const clientMessages: Readonly<Record<number, EnglishText>> = {
  400: 'The request is not valid HTTP.',
  408: 'The request was not received in time. Send it again over a faster connection.',
  417: 'The header Expect supports "100-continue" only. Send the request without it.',
  431: 'The headers of the request are too large. Send fewer or shorter ones.',
};

const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Responds to unparseable requests in the format of all other errors. */
export function respondToClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = problemFor(statuses[error.code ?? ''] ?? 400);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('\r\n')}\r\n\r\n${body}`);
}

/** For the event `checkExpectation`, to which Node.js otherwise responds without a body. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = problemFor(417);
  response.writeHead(status, headers).end(body);
}

function problemFor(status: number) {
  const title = STATUS_CODES[status] ?? 'Bad Request';
  const { headers, body } = problem(
    { status, title, message: clientMessages[status] ?? (title as EnglishText) },
    '/',
  );
  const text = JSON.stringify(body);

  return {
    status,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(text)), connection: 'close' },
    body: text,
  };
}
