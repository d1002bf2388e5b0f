import {
  type AxiosLike,
  type FetchLike,
  notJson,
  type TableHttp,
  type TableRequest,
  type TableResponse,
} from './TableHttp.ts';
import {
  isJson,
  malformedFailure,
  offlineFailure,
  type RequestPurpose,
  throwOnRefusal,
} from './TableProblem.ts';

/** Sends a request and resolves for every status. Rejects if there is no response. */
export type Transport = (request: TableRequest) => Promise<TableResponse>;

/** The transport for the option `http`. Defaults to `window.fetch`. */
export function transportOver(http: TableHttp = (...request) => globalThis.fetch(...request)): Transport {
  // An Axios instance is a function, too.
  return 'request' in http && typeof http.request === 'function'
    ? (request) => sendByAxios(http, request)
    : (request) => sendByFetch(http as FetchLike, request);
}

async function sendByFetch(http: FetchLike, request: TableRequest): Promise<TableResponse> {
  const { method, signal, isBackground } = request;
  const body = bodyOf(request);
  const response = await http(urlOf(request), {
    method,
    credentials: 'same-origin',
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(isBackground && { priority: 'low' }),
  });

  return fetchedResponse(response);
}

export async function fetchedResponse(response: Response): Promise<TableResponse> {
  const text = await response.text();

  return { status: response.status, data: parse(text), headers: Object.fromEntries(response.headers) };
}

async function sendByAxios(http: AxiosLike, request: TableRequest): Promise<TableResponse> {
  const { method, signal } = request;
  const body = bodyOf(request);

  try {
    return toResponse(
      await http.request({
        method,
        url: urlOf(request),
        headers: { Accept: 'application/json' },
        ...(body && { data: body }),
        ...(signal && { signal }),
      }),
    );
  } catch (error) {
    const response = error instanceof Object && 'response' in error ? error.response : undefined;

    if (response instanceof Object && 'status' in response && typeof response.status === 'number') {
      return toResponse({ data: undefined, headers: undefined, ...response, status: response.status });
    }

    throw error;
  }
}

function toResponse({
  status,
  data,
  headers,
}: {
  status: number;
  data: unknown;
  headers: unknown;
}): TableResponse {
  // Axios returns a body that is not JSON as text, and no body as an empty text.
  return { status, data: typeof data === 'string' ? parse(data) : data, headers: plainHeaders(headers) };
}

function plainHeaders(headers: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers ?? {})
      .filter(([, value]) => typeof value !== 'function')
      .map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}

function urlOf({ method, path, payload }: TableRequest): string {
  return payload && method === 'GET' ? withQuery(path, payload) : path;
}

function bodyOf({ method, payload }: TableRequest): object | undefined {
  return method === 'GET' ? undefined : payload;
}

function parse(text: string): unknown {
  if (text === '') {
    return undefined;
  }

  try {
    return JSON.parse(text);
  } catch {
    return notJson;
  }
}

/**
 * A payload as a query string of the table protocol: bracketed and percent-encoded, spaces as `+`, booleans as words; null,
 * undefined and empty lists are omitted. Values are serialised as in JSON.
 */
export function encodeQuery(payload: object): string {
  const plain: unknown = JSON.parse(JSON.stringify(payload));

  return pairs(plain, '').join('&');
}

/** `path` with the payload appended to its query. */
export function withQuery(path: string, payload: object): string {
  const query = encodeQuery(payload);
  const separator = path.includes('?') ? '&' : '?';

  return query === '' ? path : `${path}${separator}${query}`;
}

function pairs(value: unknown, name: string): string[] {
  if (value === null || value === undefined) {
    return [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) => pairs(entry, `${name}[${index}]`));
  }
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([key, entry]) =>
      pairs(entry, name === '' ? key : `${name}[${key}]`),
    );
  }

  return [`${encode(name)}=${encode(String(value))}`];
}

/** A lone surrogate has no UTF-8, and would throw. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+');
}

/**
 * Sends a request and resolves with the JSON of a success, undefined for an empty body. Throws `TableFailure` for anything
 * else.
 */
export type SendRequest = (request: TableRequest, purpose: RequestPurpose) => Promise<unknown>;

/** `say` translates. */
export function requestSender(transport: Transport, say: (text: string) => string): SendRequest {
  return async (request, purpose) => {
    let response: TableResponse;

    try {
      response = await transport(request);
    } catch (error) {
      throw offlineFailure(error, purpose, say);
    }

    throwOnRefusal(response, purpose, say);

    if (isJson(response)) {
      return response.data;
    }
    // The action has succeeded, even if its response cannot be read.
    if (purpose === 'action') {
      return undefined;
    }

    throw malformedFailure(purpose, say, {
      status: response.status,
      path: 'body',
      fault: say('It is not JSON.'),
    });
  };
}
