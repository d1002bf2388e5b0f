import type { TableController } from '@rowhouse/table-client';
import type { LoadingLine, MoreLine, ProblemLine } from '@rowhouse/table-client/internal';
import { h, nextTick, type VNode } from 'vue';
import { focusTarget } from './cellFocus.ts';
import type { GridColumns } from './gridColumns.ts';

/** The row below the shown content of an open group: shows more of it, or why it is missing. */
export function groupEnd(
  table: TableController,
  columns: GridColumns,
  line: MoreLine | ProblemLine | LoadingLine,
  index: number,
): VNode {
  const attributes = { key: line.key, class: 'rh-group-end', 'data-line': index, 'aria-level': line.level };

  return h('tr', attributes, [
    h(
      'td',
      { colspan: columns.drawn, class: `rh-level-${line.level}`, tabindex: -1 },
      contentOf(table, line, index),
    ),
  ]);
}

function contentOf(
  table: TableController,
  line: MoreLine | ProblemLine | LoadingLine,
  index: number,
): (VNode | string)[] {
  switch (line.kind) {
    case 'more':
      return [
        actionButton(moreText(table, line), line.loading, async ({ currentTarget }) => {
          const grid = (currentTarget as Element).closest('table');
          await table.showMore(line.path);
          await focusFirstNew(grid, currentTarget as Element, index);
        }),
      ];
    case 'problem':
      return [
        h('span', { class: 'rh-group-problem', role: 'alert' }, line.problem.message),
        ' ',
        actionButton(table.translate('Try again'), line.loading, () => void table.retryGroup(line.path)),
      ];
    case 'loading':
      return [
        h('span', { class: 'is-sr-only' }, table.translate('The group is being loaded.')),
        h('div', { class: 'is-skeleton rh-skeleton-control', 'aria-hidden': 'true' }),
      ];
  }
}

/** The first new line has replaced the button, which may be outside the window or removed. */
async function focusFirstNew(grid: Element | null, button: Element, index: number): Promise<void> {
  await nextTick();
  const { activeElement } = document;
  if (activeElement !== button && activeElement !== button.closest('td') && activeElement !== document.body)
    return;
  const cell = grid?.querySelector<HTMLTableCellElement>(
    `tr[data-line="${index}"] > :is(.rh-group-label, tr:not(.rh-group) > td)`,
  );
  if (cell) focusTarget(cell).focus();
}

function moreText({ translate }: TableController, { of, next, shown, size }: MoreLine): string {
  const params = { next, shown, size };

  return of === 'groups'
    ? translate('Show {next|# more group|# more groups} ({shown} of {size})', params)
    : translate('Show {next|# more row|# more rows} ({shown} of {size})', params);
}

function actionButton(text: string, isBusy: boolean, onClick: (event: MouseEvent) => unknown): VNode {
  return h(
    'button',
    {
      type: 'button',
      class: ['button is-small', isBusy && 'is-loading'],
      tabindex: -1,
      'aria-disabled': isBusy || null,
      onClick,
    },
    text,
  );
}
