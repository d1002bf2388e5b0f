import type { SendFile } from '@rowhouse/table-vue';
import { translate } from '../i18n/translate.ts';
import { fetchOrTake } from './givenAnswers.ts';

/** Field path → errors. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** A failed request, with a message for the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Null without a response: no network, or the service is unavailable. */
  readonly status: number | null;
  readonly fields: FieldErrors;

  constructor(message: string, options: { status: number | null; fields?: FieldErrors }) {
    super(message);
    this.status = options.status;
    this.fields = options.fields ?? {};
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Sends JSON to the service and resolves with the body of its response, undefined for an empty one.
 *
 * @throws ApiError
 */
export async function request<Body>(
  method: Method,
  path: string,
  body?: object,
  options: RequestOptions = {},
): Promise<Body> {
  return readResponse<Body>(await send(method, path, body, options), path);
}

interface RequestOptions {
  /** Not caused by the user: does not renew the session. */
  readonly isBackground?: boolean;
}

/** Marks requests that do not renew the session. */
export const backgroundHeader = 'x-rowhouse-background';

/**
 * Reads the body of a response of the service to a request for `path`.
 *
 * @throws ApiError unless it is a success with JSON or an empty body
 */
export async function readResponse<Body>(response: Response, path: string): Promise<Body> {
  const content = await readJson(response);
  if (!response.ok) {
    // A refused sign-in has the same status, but does not end a session.
    if (response.status === 401 && !path.startsWith('/api/auth/sign-in/')) signedOut();
    throw toError(response, content);
  }
  if (content === notJson) {
    throw new ApiError(translate('The response of the service cannot be read. Try again in a moment.'), {
      status: response.status,
    });
  }
  return content as Body;
}

let signedOut = () => {};

/** Calls `listener` when the service responds that no user is signed in. */
export function whenSignedOut(listener: () => void): void {
  signedOut = listener;
}

async function send(
  method: Method,
  path: string,
  body: object | undefined,
  { isBackground = false }: RequestOptions,
): Promise<Response> {
  try {
    return await fetchOrTake(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(isBackground && { [backgroundHeader]: '1' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch {
    throw unreachable();
  }
}

/** No network, or the service is unavailable. */
export function unreachable(): ApiError {
  return new ApiError(translate('The service cannot be reached. Check your connection, then try again.'), {
    status: null,
  });
}

const notJson = Symbol('not JSON');

async function readJson(response: Response): Promise<unknown> {
  try {
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return notJson;
  }
}

/** Reads problem+json; anything else, such as a proxy's page of HTML, gets a message by its status. */
function toError({ status, headers }: Response, content: unknown): ApiError {
  const { message, errors } = (typeof content === 'object' && content !== null ? content : {}) as {
    message?: unknown;
    errors?: unknown;
  };
  const seconds = Number(headers.get('retry-after'));
  // The message of 429 is English; the pages translate their own, with the time.
  const ownMessage = status !== 429 && typeof message === 'string' ? message : '';
  return new ApiError(ownMessage || messageOf(status, seconds > 0 ? seconds : 60), {
    status,
    fields: readFields(errors),
  });
}

function readFields(errors: unknown): FieldErrors {
  if (typeof errors !== 'object' || errors === null) return {};
  return Object.fromEntries(
    Object.entries(errors).map(([field, messages]) => [field, [messages].flat().map(String)]),
  );
}

function messageOf(status: number, seconds: number): string {
  if (status === 401) return translate('You are signed out. Sign in again to continue.');
  if (status === 403) return translate('Your role does not permit this. Ask an administrator for it.');
  if (status === 404) return translate('There is nothing here any more.');
  if (status === 429)
    return translate('Too many attempts. Wait {seconds|# second|# seconds}, then try again.', {
      seconds,
    });
  if (status >= 502 && status <= 504) {
    return translate('The service is not available at the moment. Try again in a few seconds.');
  }
  return translate('Something went wrong ({status}). Try again in a moment.', { status });
}

export interface UploadOptions {
  /** Called with the part that has been sent, 0 to 1. */
  readonly onProgress: (sent: number) => void;
  /** Aborts the upload; the promise rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/**
 * Posts a form with files, and resolves with the body of the response. Uses XMLHttpRequest, because fetch has no progress.
 *
 * @throws ApiError
 */
export async function upload<Body>(path: string, form: FormData, options: UploadOptions): Promise<Body> {
  return readResponse<Body>(await post(path, form, options), path);
}

/**
 * Posts a body with its headers, and resolves for every status.
 *
 * @throws ApiError without a response
 */
export async function post(
  path: string,
  body: FormData | Blob,
  { onProgress, signal }: UploadOptions,
  headers: Readonly<Record<string, string>> = { accept: 'application/json' },
): Promise<Response> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener('load', () => resolve(toResponse(request)));
    request.addEventListener('error', () => reject(unreachable()));
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}

/** Posts a file of an import or of a field, with progress. */
export const postFile: SendFile = ({ path, file, headers, ...options }) => post(path, file, options, headers);

function toResponse(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after');
  return new Response(request.responseText || null, {
    status: request.status,
    headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
  });
}
