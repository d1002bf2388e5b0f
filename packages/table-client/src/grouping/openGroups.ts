import { batch, signal } from '@preact/signals-core';
import type { GroupKey } from '@rowhouse/table-protocol/internal';
import { TableFailure } from '../http/TableProblem.ts';
import type { TableRow } from '../table/TableRow.ts';
import { type GroupContent, type OpenGroup, type OpenGroups, pathKey } from './groupLines.ts';

/** Maximum number of concurrent requests of open groups; others wait. */
const mostRequests = 4;

interface OpenGroupsContext {
  /** Reads a part of a group. Throws `TableFailure`. */
  read(path: readonly GroupKey[], start: number, length: number, signal: AbortSignal): Promise<GroupContent>;
  /** Maximum number of groups or rows per request. */
  mostAtOnce(): number;
  /** Aborted when the table stops. */
  readonly lifetime: AbortSignal;
}

/** The open groups and their content. Each has one request at a time: a new one aborts the one before. */
export function openGroups(context: OpenGroupsContext) {
  const { lifetime } = context;
  const open = signal<OpenGroups>(new Map());
  const requests = new Map<string, AbortController>();
  const takeTurn = turns(mostRequests);

  function update(path: readonly GroupKey[], changes: Partial<OpenGroup>): void {
    const key = pathKey(path);
    const known = open.value.get(key) ?? { path, content: null, loading: false, problem: null, again: null };
    open.value = new Map(open.value).set(key, { ...known, ...changes });
  }

  /** Closes the groups that fail the test, with their content. */
  function keep(passes: (path: readonly GroupKey[]) => boolean): void {
    const kept = [...open.value].filter(([, { path }]) => passes(path));
    if (kept.length === open.value.size) return;

    open.value = new Map(kept);
    for (const [key, request] of requests) {
      if (open.value.has(key)) continue;
      request.abort();
      requests.delete(key);
    }
  }

  /** Reads `wanted` groups or rows after the kept ones; the shown content stays until then. */
  async function load(path: readonly GroupKey[], loaded: GroupContent | null, wanted: number): Promise<void> {
    const key = pathKey(path);
    const request = new AbortController();
    requests.get(key)?.abort();
    requests.set(key, request);
    update(path, { loading: true, again: () => load(path, loaded, wanted) });

    try {
      const { signal } = request;
      const content = await takeTurn(() => readChunks(context, path, { loaded, wanted, signal }));
      if (!signal.aborted) accept(path, content);
    } catch (error) {
      if (request.signal.aborted) return;
      update(path, { loading: false, ...(error instanceof TableFailure && { problem: error.problem }) });
      // Anything else is a bug in the code.
      if (!(error instanceof TableFailure)) throw error;
    }
  }

  function accept(path: readonly GroupKey[], content: GroupContent | null): void {
    batch(() => {
      update(path, { content, loading: false, problem: null });
      if (content?.kind !== 'groups') return;
      const keys = new Set(content.groups.map(({ value }) => pathKey([...path, value])));
      keep((other) => !isInside(other, path) || keys.has(pathKey(other.slice(0, path.length + 1))));
    });
  }

  lifetime.addEventListener('abort', () => {
    for (const request of requests.values()) request.abort();
  });

  return {
    open,
    keep,
    load,
    close: (path: readonly GroupKey[]) =>
      keep((other) => pathKey(other) !== pathKey(path) && !isInside(other, path)),
    /** Replaces rows, such as an edited one. */
    changeRows(change: (row: TableRow) => TableRow): void {
      open.value = new Map(
        [...open.value].map(([key, group]) => {
          const { content } = group;
          return [
            key,
            content?.kind === 'rows'
              ? { ...group, content: { ...content, rows: content.rows.map(change) } }
              : group,
          ];
        }),
      );
    },
    /** Reloads every open group to the length that it shows. */
    refresh: (length: number) =>
      Promise.all(
        [...open.value.values()].map(({ path, content }) =>
          load(path, null, Math.max(content ? itemsOf(content).length : 0, length)),
        ),
      ),
  };
}

/** Reads `wanted` groups or rows after the kept ones; null if it was aborted. */
async function readChunks(
  { read, mostAtOnce, lifetime }: OpenGroupsContext,
  path: readonly GroupKey[],
  {
    loaded,
    wanted,
    signal,
  }: { readonly loaded: GroupContent | null; readonly wanted: number; readonly signal: AbortSignal },
): Promise<GroupContent | null> {
  let content = loaded;
  let missing = wanted;

  while (missing > 0 && !signal.aborted && !lifetime.aborted) {
    const length = Math.min(missing, mostAtOnce());
    const chunk = await read(path, content ? itemsOf(content).length : 0, length, signal);
    const isLast = itemsOf(chunk).length < length;
    content = content ? joined(content, chunk) : chunk;
    missing = isLast ? 0 : missing - length;
  }

  return signal.aborted || lifetime.aborted ? null : content;
}

export function itemsOf(content: GroupContent): readonly unknown[] {
  return content.kind === 'groups' ? content.groups : content.rows;
}

function joined(content: GroupContent, chunk: GroupContent): GroupContent {
  if (content.kind === 'groups' && chunk.kind === 'groups')
    return { ...chunk, groups: [...content.groups, ...chunk.groups] };
  if (content.kind === 'rows' && chunk.kind === 'rows')
    return { ...chunk, rows: [...content.rows, ...chunk.rows] };

  return chunk;
}

function isInside(path: readonly GroupKey[], parent: readonly GroupKey[]): boolean {
  return path.length > parent.length && pathKey(path.slice(0, parent.length)) === pathKey(parent);
}

/** Runs at most that number of tasks concurrently, in the order of their calls. */
function turns(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;

    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
