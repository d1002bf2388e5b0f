import type { InitResponse } from '@rowhouse/table-protocol';
import { dropEarlyRows, takeEarlyRows } from './earlyRows.ts';

/**
 * The answers to the first requests of the page, which the service has written into it: path with query → body. Each is taken
 * once, by the request that it answers; the next one is sent.
 */
const answers = new Map<string, unknown>(read());
/** The data routes of the tables whose description is in the page, until their first request. */
const dataRoutes = new Set(
  [...answers.values()].map((answer) =>
    withoutQuery((answer as Partial<InitResponse>)?.template?.readPath ?? ''),
  ),
);

/** For when they are out of date: another user has signed in, or another page is open. */
export function dropAnswers(): void {
  answers.clear();
  dropEarlyRows();
}

/** `fetch`, except for the first GET of a path that the page has the answer to, and for rows that were requested early. */
export async function fetchOrTake(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { method = 'GET', body, signal } = init ?? {};
  const path = String(input);
  if (method === 'GET' && answers.has(path)) {
    const answer = answers.get(path);
    answers.delete(path);

    return new GivenResponse(answer);
  }
  if (dataRoutes.delete(withoutQuery(path))) {
    const early = await takeEarlyRows({ method, path, body: typeof body === 'string' ? body : null });
    signal?.throwIfAborted();
    if (early?.ok) return early;
  }

  return fetch(input, init);
}

function withoutQuery(path: string): string {
  return path.split('?')[0] ?? '';
}

/** Is read before anything is drawn, while the body of another response is read in a later task. */
class GivenResponse extends Response {
  readonly #answer: unknown;

  constructor(answer: unknown) {
    super(null, { headers: { 'content-type': 'application/json' } });
    this.#answer = answer;
  }

  override async text(): Promise<string> {
    return JSON.stringify(this.#answer);
  }

  override async json(): Promise<unknown> {
    return this.#answer;
  }
}

function read(): [string, unknown][] {
  const data = globalThis.document?.getElementById('rowhouse-answers');
  // Written by the service, and of no use to anything else.
  data?.remove();

  return Object.entries(JSON.parse(data?.textContent ?? '{}') as Record<string, unknown>);
}
