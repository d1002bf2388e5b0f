import type { Group } from '@rowhouse/table-protocol';
import type { GroupKey } from '@rowhouse/table-protocol/internal';
import type { TableProblem } from '../http/TableProblem.ts';
import type { TableRow } from '../table/TableRow.ts';
import type { GroupedColumn } from '../table/TableState.ts';
import type { TreeLine } from './Grouping.ts';

/** Loaded content of a group. `size` is the number of all its groups or rows; null if it was not counted. */
export type GroupContent =
  | { readonly kind: 'groups'; readonly groups: readonly Group[]; readonly size: number }
  | { readonly kind: 'rows'; readonly rows: readonly TableRow[]; readonly size: number | null };

/** An open group. */
export interface OpenGroup {
  readonly path: readonly GroupKey[];
  /** Null until it is read. */
  readonly content: GroupContent | null;
  readonly loading: boolean;
  readonly problem: TableProblem | null;
  /** Repeats the last request. */
  readonly again: (() => Promise<void>) | null;
}

export type OpenGroups = ReadonlyMap<string, OpenGroup>;

export const pathKey = (path: readonly GroupKey[]): string => JSON.stringify(path);

export interface Tree {
  readonly levels: readonly GroupedColumn[];
  /** The page of groups of the first level. */
  readonly groups: readonly Group[];
  /** Zero-based index of its first group, and the number of groups on all pages. */
  readonly start: number;
  readonly size: number;
  readonly open: OpenGroups;
  /** Groups or rows of one request. */
  readonly length: number;
}

/** The groups of the page, each followed by its content while it is open. */
export function groupLines(tree: Tree): TreeLine[] {
  const lines: TreeLine[] = [];
  let rows = 0;

  function addGroups(
    groups: readonly Group[],
    parent: readonly GroupKey[],
    start: number,
    size: number,
  ): void {
    const level = parent.length + 1;
    const grouped = tree.levels[parent.length];
    if (!grouped) return;

    for (const [index, { value, label, ambiguous = false, count, total }] of groups.entries()) {
      const path = [...parent, value];
      const key = pathKey(path);
      const open = tree.open.get(key);
      const position = start + index + 1;
      const state = { isOpen: open !== undefined, loading: open?.loading ?? false };
      lines.push({
        kind: 'group',
        key,
        level,
        path,
        grouped,
        value,
        label,
        ambiguous,
        count,
        total,
        ...state,
        position,
        size,
      });
      if (open) addContent(open, key, count);
    }
  }

  function addRows(shown: readonly TableRow[], { path }: OpenGroup, key: string, size: number): void {
    for (const [index, row] of shown.entries()) {
      const set = { position: index + 1, size: Math.max(size, shown.length) };
      lines.push({
        kind: 'row',
        key: `${key} ${index}`,
        level: path.length + 1,
        path,
        row,
        index: rows,
        ...set,
      });
      rows += 1;
    }
  }

  function addContent(open: OpenGroup, key: string, count: number): void {
    const { path, content, problem, loading } = open;
    const level = path.length + 1;
    const shown = content?.kind === 'groups' ? content.groups.length : (content?.rows.length ?? 0);
    const size = content?.size ?? count;

    if (content?.kind === 'groups') addGroups(content.groups, path, 0, size);
    else if (content) addRows(content.rows, open, key, size);

    if (problem) {
      lines.push({ kind: 'problem', key: `${key} problem`, level, path, problem, loading });
    } else if (!content) {
      lines.push({ kind: 'loading', key: `${key} loading`, level, path });
    } else if (shown < size) {
      const next = Math.min(size - shown, tree.length);
      lines.push({
        kind: 'more',
        key: `${key} more`,
        level,
        path,
        of: content.kind,
        shown,
        size,
        next,
        loading,
      });
    }
  }

  addGroups(tree.groups, [], tree.start, tree.size);

  return lines;
}
