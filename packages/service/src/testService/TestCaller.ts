/** What a route responded. */
export interface TestResponse<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON; an empty object when there is none. */
  readonly body: Body;
}

/** Calls routes over HTTP, as one user or as a visitor. Paths begin with a slash, for example `/api/rooms/init`. */
export interface TestCaller {
  /** What each call is sent with. */
  readonly headers: Readonly<Record<string, string>>;
  get<Body = Record<string, unknown>>(path: string): Promise<TestResponse<Body>>;
  /** The body is sent as JSON. */
  post<Body = Record<string, unknown>>(path: string, body?: unknown): Promise<TestResponse<Body>>;
  put<Body = Record<string, unknown>>(path: string, body?: unknown): Promise<TestResponse<Body>>;
  patch<Body = Record<string, unknown>>(path: string, body?: unknown): Promise<TestResponse<Body>>;
  delete<Body = Record<string, unknown>>(path: string, body?: unknown): Promise<TestResponse<Body>>;
  /** `fetch` with the address and the credentials filled in: for files, streams and other methods. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** @param headers what each call is sent with. */
export function testCaller(address: string, headers: Readonly<Record<string, string>> = {}): TestCaller {
  const call: TestCaller['fetch'] = (path, init = {}) => {
    const all = new Headers(headers);
    for (const [name, value] of new Headers(init.headers)) all.set(name, value);

    return fetch(`${address}${path}`, { ...init, headers: all });
  };
  const send = async <Body>(method: string, path: string, body?: unknown): Promise<TestResponse<Body>> => {
    const response = await call(path, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    const text = await response.text();

    return { status: response.status, headers: response.headers, text, body: parse(text) as Body };
  };

  return {
    headers,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    patch: (path, body) => send('PATCH', path, body),
    delete: (path, body) => send('DELETE', path, body),
    fetch: call,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
