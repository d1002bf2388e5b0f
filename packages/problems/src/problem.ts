import type { Problem } from '@rowhouse/table-protocol';
import { type FieldErrors, ProblemError } from './ProblemError.ts';

/** Content type of a problem. */
export const problemType = 'application/problem+json; charset=utf-8';

export interface ProblemParts {
  readonly status: number;
  /** Becomes the type; `about:blank` by default. */
  readonly code?: string | undefined;
  readonly title: string;
  readonly message: string;
  readonly fields?: FieldErrors | undefined;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  /** Further members; those of the standard cannot be replaced. */
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

/** A response that any framework can send. */
export interface ProblemResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Problem;
}

/** Builds the response to a request of `url`, without its query string, which may contain secrets. */
export function problem(parts: ProblemParts, url: string): ProblemResponse {
  const { status, code = 'about:blank', title, message, fields, retryAfter, extensions } = parts;
  const body: Problem = {
    ...extensions,
    type: code,
    title,
    status,
    detail: message,
    instance: url.split('?')[0] || '/',
    message,
    ...(fields && { errors: fields as Record<string, string[]> }),
  };
  const headers = {
    'content-type': problemType,
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  };

  return { status, headers, body };
}

/**
 * The response to an error that the client caused or that is temporary: a `ProblemError`, or an error of the framework
 * with a `statusCode` below 500. Null for other errors and for the status 500: those are faults of the application, to be
 * logged by its own handler, and their message is not for clients.
 *
 * @param malformed code for requests that the framework cannot parse (400)
 */
export function problemOf(error: unknown, url: string, malformed?: string): ProblemResponse | null {
  if (error instanceof ProblemError) return error.status === 500 ? null : problem(error, url);
  if (!(error instanceof Error) || !('statusCode' in error)) return null;
  const status = Number(error.statusCode);
  if (!(status >= 400 && status < 500)) return null;
  const code = status === 400 ? malformed : undefined;

  return problem({ status, code, title: 'Malformed request', message: error.message }, url);
}

interface Reply {
  code(status: number): this;
  headers(values: Readonly<Record<string, string>>): this;
  send(body: unknown): this;
}

/** Sends a response through a Fastify reply. */
export function sendProblem<Used extends Reply>(
  reply: Used,
  { status, headers, body }: ProblemResponse,
): Used {
  return reply.code(status).headers(headers).send(body);
}
