import type { Notice } from '@rowhouse/table-client';
import { type FunctionalComponent, h } from 'vue';
import type { ActionSource } from './ActionSource.ts';

interface FailureListProps {
  failures: NonNullable<Notice['failures']>;
  /** Number of further failures. */
  unlisted: number;
  table: Pick<ActionSource, 'translate' | 'rowLink' | 'select' | 'template'>;
}

/** Rows that an action failed on, with the reasons: links to their pages, and a button that selects them. */
export const FailureList: FunctionalComponent<FailureListProps> = ({ failures, unlisted, table }) => {
  if (failures.length === 0) return null;
  const { translate, template, select } = table;
  const items = failures.map(({ id, row, message }) => {
    const href = table.rowLink?.(id) ?? null;
    const name = h('strong', row);

    return h('li', { dir: 'auto' }, [
      href === null ? name : h('a', { href }, [name]),
      ' ',
      translate(message),
    ]);
  });
  const ids = failures.map(({ id }) => id);
  const attributes = { type: 'button', class: 'button is-small', 'data-control': 'select-failed' };

  return [
    h('ul', { class: 'rh-failures', tabindex: 0, 'aria-label': translate('Failed rows') }, items),
    unlisted > 0 ? h('p', translate('{count} more', { count: unlisted })) : null,
    select && template?.selectable
      ? h('button', { ...attributes, onClick: () => select(ids) }, translate('Select these rows'))
      : null,
  ];
};
FailureList.props = ['failures', 'unlisted', 'table'];
