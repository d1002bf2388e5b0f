import { withQuery } from './encodeQuery.ts';
import {
  type AxiosLike,
  type FetchLike,
  notJson,
  type TableAnswer,
  type TableHttp,
  type TableRequest,
} from './TableHttp.ts';

/** Sends a request and answers whatever status it got. Rejects when there is no answer. */
export type Transport = (request: TableRequest) => Promise<TableAnswer>;

/** The transport over what the host gave, `window.fetch` when it gave nothing. */
export function transportOver(http: TableHttp = (...request) => globalThis.fetch(...request)): Transport {
  // Axios itself is a function, too.
  return 'request' in http && typeof http.request === 'function'
    ? (request) => sendByAxios(http, request)
    : (request) => sendByFetch(http as FetchLike, request);
}

async function sendByFetch(http: FetchLike, request: TableRequest): Promise<TableAnswer> {
  const { method, signal } = request;
  const body = bodyOf(request);
  const response = await http(urlOf(request), {
    method,
    credentials: 'same-origin',
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const text = await response.text();

  return { status: response.status, data: parse(text), headers: Object.fromEntries(response.headers) };
}

async function sendByAxios(http: AxiosLike, request: TableRequest): Promise<TableAnswer> {
  const { method, signal } = request;
  const body = bodyOf(request);

  try {
    return answerOf(
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
      return answerOf({ data: undefined, headers: undefined, ...response, status: response.status });
    }

    throw error;
  }
}

function answerOf({
  status,
  data,
  headers,
}: {
  status: number;
  data: unknown;
  headers: unknown;
}): TableAnswer {
  // Axios hands on the text where it is no JSON, and an empty text where there is no body.
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
