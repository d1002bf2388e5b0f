import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { InitTemplate } from '@rowhouse/table-protocol';
import type { GroupKey } from '@rowhouse/table-protocol/internal';
import type { SendRequest } from '../http/transport.ts';
import type { Translate } from '../language/translator.ts';
import type { SentConditions } from '../requests/connection.ts';
import type { ShownResponse } from '../requests/pageReader.ts';
import { readData } from '../responses/readData.ts';
import { readResponse } from '../responses/shape.ts';
import type { TableRow } from '../table/TableRow.ts';
import type { TableState } from '../table/TableState.ts';
import type { GroupingFunctions, TreeLine } from './Grouping.ts';
import { type GroupContent, groupLines, pathKey } from './groupLines.ts';
import { groupPayload, inQuery } from './groupPayload.ts';
import { openGroups } from './openGroups.ts';
import { readGroups } from './readGroups.ts';

export { groupPages } from './groupPages.ts';

export interface GroupTreeContext {
  readonly template: ReadonlySignal<InitTemplate | null>;
  readonly state: ReadonlySignal<TableState>;
  readonly shown: ReadonlySignal<ShownResponse | null>;
  readonly send: SendRequest;
  readonly lifetime: AbortSignal;
  readonly translate: Translate;
  host(): SentConditions;
}

export interface GroupTree {
  /** What is drawn; null while the rows are not grouped. */
  readonly lines: ReadonlySignal<readonly TreeLine[] | null>;
  /** The rows of the open groups; null while the rows are not grouped. */
  readonly rows: ReadonlySignal<readonly TableRow[] | null>;
  /** Place of a row in its group, from 1. */
  positionOf(index: number): number | undefined;
  changeRows(change: (row: TableRow) => TableRow): void;
  /** All rows of a group of any level, by as many requests as the length of a page requires. */
  readGroup(path: readonly GroupKey[]): Promise<readonly TableRow[]>;
  /** After another page was shown: closes groups that are not on it, and reads the others again. */
  follow(before: ShownResponse | null): void;
  readonly functions: Pick<GroupingFunctions, 'toggleGroup' | 'showMore' | 'retryGroup'>;
}

/** The groups of the page, and the content of the open ones, read with the state of the shown page. */
export function groupTree({
  template,
  state,
  shown,
  send,
  lifetime,
  translate,
  host,
}: GroupTreeContext): GroupTree {
  const levels = computed(() => shown.value?.state.groupBy ?? []);
  const groups = openGroups({
    read,
    mostAtOnce,
    lifetime,
  });
  const page = computed(() => shown.value?.groups ?? null);
  const lines = computed(() =>
    page.value && shown.value
      ? groupLines({
          levels: levels.value,
          groups: page.value.groups,
          start: shown.value.state.start,
          size: page.value.count,
          open: groups.open.value,
          length: shown.value.state.length,
        })
      : null,
  );
  const rowLines = computed(() => lines.value?.filter((line) => line.kind === 'row') ?? null);

  function mostAtOnce(): number {
    return Math.max(...(template.value?.lengthMenu ?? []), shown.value?.state.length ?? 1);
  }

  /** `depth` levels of groups; the rows in them if the path has as many keys. */
  async function read(
    path: readonly GroupKey[],
    start: number,
    length: number,
    signal: AbortSignal,
    depth = levels.value.length,
  ): Promise<GroupContent> {
    const { readPath = '', method = 'GET' } = template.value ?? {};
    const { state: shownState } = shown.value ?? { state: state.value };
    const wanted = { ...shownState, groupBy: shownState.groupBy.slice(0, depth) };
    const hasRows = path.length === depth;
    // If there are groups to open, the user has already requested the counts; rows have those of their group.
    const payload = groupPayload(wanted, host(), { path, start, length, forceInfo: !hasRows });
    const request = {
      method,
      path: readPath,
      payload: method === 'GET' ? inQuery(payload) : payload,
      signal,
    };
    const response = await send(request, 'data');

    if (hasRows) {
      const { data: rows, fullRecordInfo, filtered } = readResponse('data', readData, response, translate);
      return { kind: 'rows', rows, size: fullRecordInfo ? filtered : null };
    }
    const { groups: found, count } = readResponse('data', readGroups, response, translate);

    return { kind: 'groups', groups: found, size: count };
  }

  const length = () => shown.value?.state.length ?? 0;
  const openGroup = (path: readonly GroupKey[]) => groups.open.value.get(pathKey(path));
  const isOnPage = (path: readonly GroupKey[]) =>
    lines.value?.some((line) => line.kind === 'group' && line.key === pathKey(path)) === true;

  return {
    rows: computed(() => rowLines.value?.map(({ row }) => row) ?? null),
    positionOf: (index: number) => rowLines.value?.[index]?.position,
    changeRows: groups.changeRows,
    async readGroup(path: readonly GroupKey[]): Promise<readonly TableRow[]> {
      const rows: TableRow[] = [];
      const length = mostAtOnce();
      let isLast = false;

      while (!isLast && !lifetime.aborted) {
        const part = await read(path, rows.length, length, lifetime, path.length);
        const found = part.kind === 'rows' ? part.rows : [];
        rows.push(...found);
        isLast = found.length < length;
      }

      return rows;
    },
    follow(before: ShownResponse | null): void {
      const now = shown.value;
      const isRegrouped = JSON.stringify(before?.state.groupBy) !== JSON.stringify(now?.state.groupBy);
      const first = new Set(now?.groups?.groups.map(({ value }) => pathKey([value])));

      groups.keep((path) => !isRegrouped && first.has(pathKey(path.slice(0, 1))));
      void groups.refresh(length());
    },
    lines,
    functions: {
      async toggleGroup(path: readonly GroupKey[]): Promise<void> {
        if (openGroup(path)) groups.close(path);
        else if (isOnPage(path)) await groups.load(path, null, length());
      },
      async showMore(path: readonly GroupKey[]): Promise<void> {
        const open = openGroup(path);
        if (open && !open.loading) await groups.load(path, open.content, length());
      },
      async retryGroup(path: readonly GroupKey[]): Promise<void> {
        const open = openGroup(path);
        if (open && !open.loading) await open.again?.();
      },
    },
  };
}
