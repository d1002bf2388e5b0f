import type { Problem } from '@rowhouse/table-protocol';
import { eachField, type FieldTexts, ProblemError } from './ProblemError.ts';
import { type EnglishText, inLanguage, type Text, type TranslateText } from './Text.ts';

/** Content type of a problem. */
export const problemType = 'application/problem+json; charset=utf-8';

export interface ProblemDetails {
  readonly status: number;
  /** Becomes the type. Defaults to `about:blank`. */
  readonly code?: string | undefined;
  readonly title: string;
  readonly message: EnglishText | Text;
  readonly fields?: FieldTexts | undefined;
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

/** The parts of a problem with its texts, which are translated when it is sent. */
export function detailsOf(error: ProblemError): ProblemDetails {
  const { status, code, title, text, fieldTexts, retryAfter, extensions } = error;

  return { status, code, title, message: text, fields: fieldTexts, retryAfter, extensions };
}

/**
 * Builds the response to a request of `url`, without its query string, which may contain secrets. `translate` writes its
 * sentences in the language of the reader; they are English by default.
 */
export function problem(details: ProblemDetails, url: string, translate?: TranslateText): ProblemResponse {
  const { status, code = 'about:blank', title, fields, retryAfter, extensions } = details;
  const shown = (text: EnglishText | Text) => (translate ? inLanguage(text, translate) : String(text));
  const message = shown(details.message);
  const body: Problem = {
    ...extensions,
    type: code,
    title,
    status,
    detail: message,
    instance: url.split('?')[0] || '/',
    message,
    ...(fields && { errors: eachField(fields, shown) as Record<string, string[]> }),
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
export function problemOf(
  error: unknown,
  url: string,
  malformed?: string,
  translate?: TranslateText,
): ProblemResponse | null {
  if (error instanceof ProblemError) {
    return error.status === 500 ? null : problem(detailsOf(error), url, translate);
  }
  if (!(error instanceof Error) || !('statusCode' in error)) return null;
  const status = Number(error.statusCode);
  if (!(status >= 400 && status < 500)) return null;
  const code = status === 400 ? malformed : undefined;

  // Of the framework: in English, unless the application translates it.
  const message = error.message as EnglishText;

  return problem({ status, code, title: 'Malformed request', message }, url, translate);
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
