import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { type GroupKey, mostRowIds } from '@rowhouse/table-protocol/internal';
import type { GroupLine, TreeLine } from '../grouping/Grouping.ts';
import { TableFailure } from '../http/TableProblem.ts';
import { numberText } from '../language/numberText.ts';
import type { Translate } from '../language/translator.ts';
import type { ShownResponse } from '../requests/pageReader.ts';
import type { Feature } from '../table/snapshots.ts';
import type { RowId, TableRow } from '../table/TableRow.ts';
import type { RowSelection } from './createRowSelection.ts';
import { hasRow, type RowSet } from './rowSet.ts';
import type { SelectionFunctions, SelectionSnapshot } from './Selection.ts';

interface GroupSelectionContext {
  readonly shown: ReadonlySignal<ShownResponse | null>;
  readonly groupLines: ReadonlySignal<readonly TreeLine[] | null>;
  readonly selection: RowSelection;
  readonly canSelectAll: ReadonlySignal<boolean>;
  rowId(row: TableRow): RowId;
  /** All rows of a group, open or not. Throws `TableFailure`. */
  readGroup(path: readonly GroupKey[]): Promise<readonly TableRow[]>;
  notify(kind: 'warning' | 'danger', message: string): void;
  readonly translate: Translate;
}

const none: ReadonlyMap<string, 'all' | 'some'> = new Map();

/** Selects the rows of whole groups. Without groups, the selection of the page is that of its rows. */
export function createGroupSelection(
  context: GroupSelectionContext,
): Feature<
  Pick<SelectionSnapshot, 'selectedGroups' | 'pageSelected' | 'pagePartlySelected'>,
  Pick<SelectionFunctions, 'toggleGroupSelected' | 'togglePageSelected'>
> {
  const { shown, groupLines, selection, rowId, translate } = context;
  const { snapshot, functions, picks } = selection;
  /** The rows of groups that were read for the selection, as long as the same rows match in the same groups. */
  const read = signal<{ readonly scope: string; readonly groups: ReadonlyMap<string, readonly RowId[]> }>({
    scope: '',
    groups: new Map(),
  });
  const scope = computed(() => JSON.stringify([shown.value?.result, shown.value?.state.groupBy]));
  const readGroups = computed<ReadonlyMap<string, readonly RowId[]>>(() =>
    read.value.scope === scope.value ? read.value.groups : new Map(),
  );

  const known = computed(() => knownRows(groupLines.value ?? [], readGroups.value, rowId));
  const selectedGroups = computed(() =>
    groupLines.value ? groupStates(groupLines.value, known.value, picks.value) : none,
  );
  const outermost = () =>
    (groupLines.value ?? []).filter((line): line is GroupLine => line.kind === 'group' && line.level === 1);

  async function change(groups: readonly GroupLine[], isSelected: boolean): Promise<void> {
    if (isSelected && groups.reduce((sum, { count }) => sum + count, 0) > mostRowIds) {
      const params = { most: numberText(mostRowIds) };
      context.notify(
        'warning',
        translate(
          'At most {most} rows of groups can be selected. Filter the rows, or select all that match.',
          params,
        ),
      );
      return;
    }

    try {
      for (const group of groups) functions.setSelected(await rowsOf(group), isSelected);
    } catch (error) {
      if (!(error instanceof TableFailure)) throw error;
      context.notify('danger', error.problem.message);
    }
  }

  async function rowsOf({ key, path, count }: GroupLine): Promise<Iterable<RowId>> {
    const rows = known.value.get(key);
    if (rows && rows.size >= count) return rows;
    const wanted = scope.value;
    const ids = (await context.readGroup(path)).map(rowId);
    read.value = {
      scope: wanted,
      groups: new Map(wanted === scope.value ? readGroups.value : []).set(key, ids),
    };

    return ids;
  }

  return {
    snapshot: {
      selectedGroups,
      pageSelected: computed(() =>
        groupLines.value
          ? outermost().length > 0 && outermost().every(({ key }) => selectedGroups.value.get(key) === 'all')
          : snapshot.pageSelected.value,
      ),
      pagePartlySelected: computed(() =>
        groupLines.value ? selectedGroups.value.size > 0 : snapshot.selectedOnPage.value.size > 0,
      ),
    },
    functions: {
      async toggleGroupSelected(path: readonly GroupKey[]): Promise<void> {
        const key = JSON.stringify(path);
        const line = groupLines.value?.find((one) => one.kind === 'group' && one.key === key);
        if (line?.kind === 'group') await change([line], selectedGroups.value.get(key) !== 'all');
      },
      async togglePageSelected(): Promise<void> {
        const groups = outermost();
        const isSelected = !groups.every(({ key }) => selectedGroups.value.get(key) === 'all');
        if (!groupLines.value) functions.togglePageSelected();
        else if (isSelected && groups.length === shown.value?.groups?.count && context.canSelectAll.value)
          functions.selectAllMatching();
        else if (
          !isSelected &&
          picks.value.isAll &&
          picks.value.ids.size === 0 &&
          groups.length === shown.value?.groups?.count
        )
          functions.clearSelected();
        else await change(groups, isSelected);
      },
    },
  };
}

/** Calls `visit` with the keys of the groups that contain each line; those of a group include its own. */
function walk(lines: readonly TreeLine[], visit: (line: TreeLine, groups: readonly string[]) => void): void {
  const groups: string[] = [];
  for (const line of lines) {
    groups.length = Math.min(groups.length, line.level - 1);
    if (line.kind === 'group') groups.push(line.key);
    visit(line, groups);
  }
}

/** Group → its known rows: those that were read for the selection, and those of its open parts. */
function knownRows(
  lines: readonly TreeLine[],
  read: ReadonlyMap<string, readonly RowId[]>,
  rowId: (row: TableRow) => RowId,
): ReadonlyMap<string, ReadonlySet<RowId>> {
  const known = new Map<string, Set<RowId>>();
  walk(lines, (line, groups) => {
    if (line.kind === 'group') known.set(line.key, new Set());
    const ids = line.kind === 'row' ? [rowId(line.row)] : (read.get(line.key) ?? []);
    for (const group of groups) for (const id of ids) known.get(group)?.add(id);
  });

  return known;
}

/** A group inside a selected one is selected, although its rows may not be known. */
function groupStates(
  lines: readonly TreeLine[],
  known: ReadonlyMap<string, ReadonlySet<RowId>>,
  picks: RowSet,
): ReadonlyMap<string, 'all' | 'some'> {
  const states = new Map<string, 'all' | 'some'>();
  const isEvery = picks.isAll && picks.ids.size === 0;

  walk(lines, (line, groups) => {
    if (line.kind !== 'group') return;
    const rows = [...(known.get(line.key) ?? [])];
    const selected = rows.filter((id) => hasRow(picks, id)).length;
    const isWhole = rows.length >= line.count && selected === rows.length;
    const isInside = states.get(groups.at(-2) ?? '') === 'all';

    if (isEvery || isWhole || isInside) states.set(line.key, 'all');
    else if (selected > 0 || picks.isAll) states.set(line.key, 'some');
  });

  return states;
}
