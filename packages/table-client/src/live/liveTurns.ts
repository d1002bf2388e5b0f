import { batch, computed, type ReadonlySignal, type Signal } from '@preact/signals-core';
import type { ChangesResponse, DataPayload, InitTemplate } from '@rowhouse/table-protocol';
import { changesResponse } from '@rowhouse/table-protocol/internal';
import { TableFailure } from '../http/TableProblem.ts';
import type { SendRequest } from '../http/transport.ts';
import type { Translate } from '../language/translator.ts';
import type { SentConditions } from '../requests/connection.ts';
import type { ShownResponse } from '../requests/pageReader.ts';
import { dataPayload } from '../requests/payload.ts';
import { read } from '../responses/readShape.ts';
import { readResponse } from '../responses/shape.ts';
import type { Browser } from '../table/Browser.ts';
import type { RowId, TableRow } from '../table/TableRow.ts';
import type { TableState } from '../table/TableState.ts';
import type { LiveSource } from './LiveRows.ts';
import { watchSource } from './watchSource.ts';

export interface LiveTurnsContext {
  readonly template: ReadonlySignal<InitTemplate | null>;
  readonly state: ReadonlySignal<TableState>;
  readonly shown: Signal<ShownResponse | null>;
  readonly loading: ReadonlySignal<boolean>;
  readonly send: SendRequest;
  readonly translate: Translate;
  readonly browser: Browser | null;
  readonly source: LiveSource | undefined;
  /** Aborted when the table stops. */
  readonly lifetime: AbortSignal;
  rowId(row: TableRow): RowId;
  host(): SentConditions;
  readonly changedRows: Signal<ReadonlySet<RowId>>;
  readonly goneRows: Signal<ReadonlySet<RowId>>;
}

/** Milliseconds between two polls; the maximum after failures, or with a reliable source. */
const pause = 1500;
const longestPause = 60_000;
/** Maximum random delay in milliseconds: a reliable source notifies all pages of a table at the same moment. */
const spread = 300;
const none: ReadonlySet<RowId> = new Set();

/** Polls for changes of the rows on the page while the page is visible. Only for tables whose template is live. */
export function liveTurns(context: LiveTurnsContext) {
  const { template, shown, lifetime, browser, changedRows, goneRows } = context;
  const isLive = computed(() => template.value?.live === true);
  const page = shownVersions(context);
  /** Delay in milliseconds after failures; 0 after a success. */
  let backoff = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | null = null;
  let isWoken = false;
  let held = none;

  function plan(delay: number): void {
    clearTimeout(timer);
    if (!lifetime.aborted && isLive.value) timer = setTimeout(() => void turn(), delay);
  }

  async function turn(): Promise<void> {
    const now = shown.value;
    if (isHidden(browser)) return;
    if (running) {
      isWoken = true;
      return;
    }
    const isList = context.state.value.groupBy.length === 0;
    if (now && isList && page.versions(now).size > 0 && !context.loading.value) await ask(now);
    plan(isWoken ? 0 : backoff || (isReliable() ? longestPause : pause));
    isWoken = false;
  }

  async function ask(asked: ShownResponse): Promise<void> {
    running = new AbortController();

    try {
      const signal = AbortSignal.any([running.signal, lifetime]);
      const changes = await requestChanges(context, asked, page.versions(asked), signal);
      backoff = 0;
      // Another page, or the same page read again, has its own marks.
      if (!signal.aborted && page.isOf(asked, shown.value)) batch(() => mark(changes, asked));
    } catch (error) {
      if (!(error instanceof TableFailure)) throw error;
      if (!running?.signal.aborted) backoff = Math.min((backoff || pause) * 2, longestPause);
    } finally {
      running = null;
    }
  }

  function mark({ changed, gone }: Changes, asked: ShownResponse): void {
    const different = page.different(changed, asked);
    const isApplied = context.state.value.liveMode === 'apply';
    const applied = isApplied ? different.filter(([id]) => !held.has(id)) : [];
    const marked = isApplied ? different.filter(([id]) => held.has(id)) : different;
    if (applied.length > 0) page.replace(applied);
    set(changedRows, new Set(marked.map(([id]) => id)));
    set(goneRows, new Set(gone));
  }

  /** The page was read, so no changes are known. */
  function forget(): void {
    running?.abort();
    set(changedRows, none);
    set(goneRows, none);
    backoff = 0;
    plan(pause);
  }

  const wake = () => plan(0);
  const isReliable = watchSource({
    source: context.source,
    lifetime,
    readPath: computed(() => (template.value?.live ? (template.value.readPath.split('?')[0] ?? '') : null)),
    wake: (isShared) => plan(isShared ? Math.random() * spread : 0),
  });
  const onVisibility = () => {
    if (!isHidden(browser)) wake();
  };
  browser?.document?.addEventListener('visibilitychange', onVisibility);
  lifetime.addEventListener('abort', () => {
    clearTimeout(timer);
    browser?.document?.removeEventListener('visibilitychange', onVisibility);
  });

  return {
    wake,
    /** Rows that are not replaced, because the user is working in them. */
    hold(ids: ReadonlySet<RowId>): void {
      const before = held;
      held = ids;
      if ([...before].some((id) => !held.has(id) && changedRows.value.has(id))) wake();
    },
    forget,
  };
}

function isHidden(browser: Browser | null): boolean {
  return browser?.document?.visibilityState === 'hidden';
}

async function requestChanges(
  { template, send, translate, host }: LiveTurnsContext,
  { state }: ShownResponse,
  versions: ReadonlyMap<RowId, string>,
  signal: AbortSignal,
): Promise<Changes> {
  const payload = dataPayload(state, host());
  const changes = [...versions].map(([row, version]) => ({ row, version }));
  const asked: DataPayload = { ...payload, meta: { ...payload.meta, changes } };
  const path = template.value?.readPath ?? '';
  // Too long for a URL.
  const response = await send({ method: 'POST', path, payload: asked, signal, isBackground: true }, 'data');

  return readResponse('data', readChanges, response, translate);
}

type Entry = readonly [RowId, Changes['changed'][number]];

/** The fingerprints of the shown rows. */
function shownVersions({ shown, rowId }: LiveTurnsContext) {
  let list: readonly string[] | undefined;
  let versions = new Map<RowId, string>();
  const byId = (rows: readonly TableRow[]) => new Map(rows.map((row) => [rowId(row), row]));

  return {
    versions({ body }: ShownResponse): ReadonlyMap<RowId, string> {
      if (body.versions !== list) {
        list = body.versions;
        const ids = body.data.map(rowId);
        versions = new Map((list ?? []).flatMap((version, index) => pairOf(ids[index], version)));
      }

      return versions;
    },
    /** Whether both show the same response, perhaps with rows that were replaced. */
    isOf: (one: ShownResponse, other: ShownResponse | null) => one.body.versions === other?.body.versions,
    /**
     * The rows whose content, not only their fingerprint, differs from the shown one: the user's own edits are already
     * shown.
     */
    different(changed: Changes['changed'], asked: ShownResponse): Entry[] {
      const rows = byId(shown.value?.body.data ?? []);
      const before = byId(asked.body.data);

      return changed.flatMap((entry): Entry[] => {
        const id = rowId(entry.row);
        const row = rows.get(id);
        // Replaced in the meantime by an edit: the response may be older.
        if (row === undefined || row !== before.get(id)) return [];
        if (JSON.stringify(row) !== JSON.stringify(entry.row)) return [[id, entry]];
        versions.set(id, entry.version);

        return [];
      });
    },
    replace(entries: readonly Entry[]): void {
      const now = shown.value;
      const fresh = new Map(entries);
      for (const [id, { version }] of entries) versions.set(id, version);
      if (!now) return;
      const data = now.body.data.map((row) => fresh.get(rowId(row))?.row ?? row);
      shown.value = { ...now, body: { ...now.body, data } };
    },
  };
}

function pairOf(id: RowId | undefined, version: string): [RowId, string][] {
  return id === undefined ? [] : [[id, version]];
}

/** Equal sets must not notify subscribers. */
function set(target: Signal<ReadonlySet<RowId>>, ids: ReadonlySet<RowId>): void {
  if (ids.size !== target.value.size || [...ids].some((id) => !target.value.has(id))) target.value = ids;
}

type Changes = ChangesResponse<TableRow>;

/** Reads the response to `meta.changes`. Throws `ShapeFault`. */
function readChanges(response: unknown): Changes {
  return read(changesResponse<TableRow>(), response);
}
