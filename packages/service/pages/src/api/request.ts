import { translate } from '../i18n/translate.ts';

/** Field path → what is wrong with it. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** A request that did not do what it should, in words for a person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Null without an answer: no network, or the service is away. */
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
 * Sends JSON to the service and answers what it says, undefined for nothing.
 *
 * @throws ApiError
 */
export async function request<Answer>(method: Method, path: string, body?: object): Promise<Answer> {
  return readAnswer<Answer>(await send(method, path, body), path);
}

/**
 * What the service said to a request for `path`, however it was sent.
 *
 * @throws ApiError unless it is a success that can be read
 */
export async function readAnswer<Answer>(response: Response, path: string): Promise<Answer> {
  const content = await readJson(response);
  if (!response.ok) {
    // A refused sign-in is answered with the same status, and ends no session.
    if (response.status === 401 && !path.startsWith('/api/auth/sign-in/')) signedOut();
    throw toError(response, content);
  }
  if (content === notJson) {
    throw new ApiError(translate('The service sent an answer that cannot be read. Try again in a moment.'), {
      status: response.status,
    });
  }
  return content as Answer;
}

let signedOut = () => {};

/** Calls `listener` whenever the service answers that nobody is signed in any more. */
export function whenSignedOut(listener: () => void): void {
  signedOut = listener;
}

async function send(method: Method, path: string, body?: object): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch {
    throw unreachable();
  }
}

/** No network, or the service is away. */
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

/** Reads problem+json; a proxy's page of HTML or an empty body gets words of our own. */
function toError({ status, headers }: Response, content: unknown): ApiError {
  const { message, errors } = (typeof content === 'object' && content !== null ? content : {}) as {
    message?: unknown;
    errors?: unknown;
  };
  const seconds = Number(headers.get('retry-after'));
  // What the service says of attempts is English, and what matters of it is the time.
  const says = status !== 429 && typeof message === 'string' ? message : '';
  return new ApiError(says || ownWords(status, seconds > 0 ? seconds : 60), {
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

function ownWords(status: number, seconds: number): string {
  if (status === 401) return translate('Nobody is signed in. Sign in again to go on.');
  if (status === 403) return translate('Your role does not permit this. Ask an administrator for it.');
  if (status === 404) return translate('There is nothing here any more.');
  if (status === 429)
    return translate('Too many attempts. Wait {seconds} {seconds|second|seconds}, then try again.', {
      seconds,
    });
  if (status >= 502 && status <= 504) {
    return translate('The service is not available at the moment. Try again in a few seconds.');
  }
  return translate('Something went wrong ({status}). Try again in a moment.', { status });
}

export interface UploadOptions {
  /** Told the part of the form that has left, 0 to 1. */
  readonly onProgress: (sent: number) => void;
  /** Stops it; the promise is rejected with the signal's reason. */
  readonly signal: AbortSignal;
}

/**
 * Posts a form with files, and answers what the service says. By XMLHttpRequest, since fetch tells no progress.
 *
 * @throws ApiError
 */
export async function upload<Answer>(path: string, form: FormData, options: UploadOptions): Promise<Answer> {
  return readAnswer<Answer>(await post(path, form, options), path);
}

async function post(path: string, form: FormData, { onProgress, signal }: UploadOptions): Promise<Response> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('accept', 'application/json');
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener('load', () => resolve(toResponse(request)));
    request.addEventListener('error', () => reject(unreachable()));
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

function toResponse(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after');
  return new Response(request.responseText || null, {
    status: request.status,
    headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
  });
}
