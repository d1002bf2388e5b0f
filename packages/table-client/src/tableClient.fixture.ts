import { setImmediate } from 'node:timers/promises';
import type { InitButton, InitTemplate } from '@rowhouse/table-protocol';
import { decodeQuery } from '@rowhouse/tables/internal';
import { createTableClient } from './createTableClient.ts';
import type { FetchLike } from './http/TableHttp.ts';
import { dataResponse, initResponse } from './responses/responses.fixture.ts';
import type { TableStorage } from './state/storedState.ts';
import type { TableClientOptions } from './TableClientOptions.ts';
import type { TableClient, TableController, TableSnapshot } from './TableController.ts';
import type { Browser } from './table/Browser.ts';

// What tables load by need is loaded already, so that it takes no time of its own.
import './state/addressState.ts';
import './actions/buttonRunner.ts';
import './state/checkState.ts';
import './editing/cellEditing.ts';
import './grouping/groupTree.ts';
import './live/liveTurns.ts';
import './pasting/blockChange.ts';
import './summaries/summaryReader.ts';
import './views/connectViews.ts';

/** What tests look into; a query has texts where a body has numbers and booleans. */
export interface SentPayload extends Readonly<Record<string, unknown>> {
  readonly meta: Readonly<Record<string, unknown>>;
  readonly columns: readonly unknown[];
  readonly internalFilters: readonly { readonly value?: unknown; readonly mode?: unknown }[];
}

/** A request of a table under test, to which the test responds at any time. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  /** The JSON body, or what the server reads from the query; undefined when there is neither. */
  readonly payload: SentPayload;
  readonly signal: AbortSignal | null | undefined;
  respond(body: unknown, status?: number, headers?: Record<string, string>): Promise<void>;
  respondText(text: string, status?: number): Promise<void>;
  /** No response. */
  drop(): Promise<void>;
}

/** A server whose responses the test sends. */
export class FakeServer {
  readonly requests: SentRequest[] = [];
  /** Whether an aborted request is rejected immediately, as browsers do. */
  honoursAbort = true;

  readonly http: FetchLike = (input, { method = 'GET', body, signal } = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const [path = '', query] = String(input).split('?');
    const payload = typeof body === 'string' ? JSON.parse(body) : query && decodeQuery(query);
    const respond = (text: string | null, status: number, headers: Record<string, string>) => {
      resolve(new Response(text, { status, headers }));
      return settle();
    };
    this.requests.push({
      method,
      path,
      payload: payload && JSON.parse(JSON.stringify(payload)),
      signal,
      respond: (data, status = 200, headers = {}) =>
        respond(data === undefined ? null : JSON.stringify(data), status, headers),
      respondText: (text, status = 200) => respond(text, status, {}),
      drop: () => {
        reject(new TypeError('Failed to fetch'));
        return settle();
      },
    });
    if (this.honoursAbort) signal?.addEventListener('abort', () => reject(signal.reason));
    return promise;
  };

  /** The newest request. */
  get last(): SentRequest {
    const request = this.requests.at(-1);
    if (!request) throw new Error('No request was sent.');
    return request;
  }

  /** Paths of the requests since the last call. */
  takePaths(): string[] {
    return this.requests.splice(0).map(({ method, path }) => `${method} ${path}`);
  }
}

/** Lets everything run that does not wait for a timer or a response. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
}

export function fakeStorage(
  entries: Record<string, string> = {},
): TableStorage & { entries: Map<string, string> } {
  const stored = new Map(Object.entries(entries));
  return {
    entries: stored,
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  };
}

/** A window with an address, and a history to go back in. */
export class FakeBrowser implements Browser {
  readonly opened: string[] = [];
  readonly location: Browser['location'];
  readonly history: Browser['history'];
  readonly #entries: string[];
  readonly #listeners = new Map<string, Set<() => void>>();

  constructor(address = '/orders') {
    const entries = [address];
    const part = (name: 'pathname' | 'search' | 'hash') => new URL(this.address, 'http://localhost')[name];
    this.#entries = entries;
    this.location = {
      get pathname() {
        return part('pathname');
      },
      get search() {
        return part('search');
      },
      get hash() {
        return part('hash');
      },
      assign: (path) => void this.opened.push(String(path)),
    };
    this.history = {
      state: { of: 'the router' },
      pushState: (_state, _title, url) => void entries.push(String(url)),
      replaceState: (_state, _title, url) => void entries.splice(-1, 1, String(url)),
    };
  }

  get address(): string {
    return this.#entries.at(-1) ?? '';
  }

  /** The addresses from the first to the one in sight. */
  get entries(): readonly string[] {
    return this.#entries;
  }

  back(): void {
    this.#entries.pop();
    this.emit('popstate');
  }

  emit(name: 'online' | 'popstate'): void {
    for (const listener of this.#listeners.get(name) ?? []) listener();
  }

  get listeners(): number {
    return [...this.#listeners.values()].reduce((sum, { size }) => sum + size, 0);
  }

  addEventListener(name: string, listener: () => void): void {
    this.#listeners.set(name, (this.#listeners.get(name) ?? new Set()).add(listener));
  }

  removeEventListener(name: string, listener: () => void): void {
    this.#listeners.get(name)?.delete(listener);
  }
}

export interface RunningTable {
  readonly client: TableClient;
  /** The client's state of the moment, and its functions. */
  readonly table: TableController;
  readonly server: FakeServer;
  readonly browser: FakeBrowser;
  readonly storage: ReturnType<typeof fakeStorage>;
  readonly events: { name: string; payload: unknown[] }[];
  stop(): void;
}

/** A table that has requested init. */
export function startTable(options: Partial<TableClientOptions> = {}): RunningTable {
  const server = new FakeServer();
  const browser = options.browser instanceof FakeBrowser ? options.browser : new FakeBrowser();
  const storage = fakeStorage();
  const events: RunningTable['events'] = [];
  const client = createTableClient({
    id: 'orders',
    path: '/api/orders/init',
    http: server.http,
    browser,
    storage,
    onEvent: (name, ...payload) => void events.push({ name, payload }),
    ...options,
  });
  return { client, table: live(client), server, browser, storage, events, stop: client.stop };
}

/** The client's functions, and its state of the moment, in one object. */
export function live(client: TableClient): TableController {
  const members: Record<string, PropertyDescriptor> = {};
  for (const name of Object.keys(client.getSnapshot())) {
    members[name] = { enumerable: true, get: () => client.getSnapshot()[name as keyof TableSnapshot] };
  }

  return Object.defineProperties({ ...client }, members) as TableClient & TableSnapshot;
}

/** A table that shows its first page. */
export async function openTable(
  template: Partial<InitTemplate> = {},
  options: Partial<TableClientOptions> = {},
): Promise<RunningTable> {
  const running = startTable(options);
  await running.server.last.respond(initResponse(template));
  await running.server.last.respond(dataResponse());
  running.server.takePaths();
  running.events.splice(0);
  return running;
}

/** A table with one button, and that button. */
export async function withButton(
  input: InitButton,
  kind: 'global' | 'row' | 'dropdown' = 'global',
  options: Partial<TableClientOptions> = {},
): Promise<RunningTable & { button: InitButton }> {
  const running = await openTable(
    { buttons: { global: [], row: [], dropdown: [], [kind]: [input] } },
    options,
  );
  const button = running.table.template?.buttons[kind][0];
  if (!button) throw new Error('The button does not exist.');
  return { ...running, button };
}

/** Deletes a row, after a question. */
export const destroy: InitButton = {
  name: 'destroy',
  action: 'ajax',
  method: 'DELETE',
  path: '/api/orders/dtRowId',
  event: 'destroy',
  postEvent: 'destroyed',
  confirmation: true,
  message: 'Delete the record?',
};
