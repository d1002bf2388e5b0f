import type { Notice, Translate } from '@rowhouse/table-client';
import { type FunctionalComponent, h } from 'vue';

interface FailureListProps {
  failures: NonNullable<Notice['failures']>;
  /** Number of further failures. */
  unlisted: number;
  translate: Translate;
}

/** Rows that an action failed on, with the reasons. */
export const FailureList: FunctionalComponent<FailureListProps> = ({ failures, unlisted, translate }) => {
  if (failures.length === 0) return null;
  const items = failures.map(({ row, message }) =>
    h('li', { dir: 'auto' }, [h('strong', row), ' ', translate(message)]),
  );

  return [
    h('ul', { class: 'rh-failures', tabindex: 0, 'aria-label': translate('Failed rows') }, items),
    unlisted > 0 ? h('p', translate('{count} more', { count: unlisted })) : null,
  ];
};
FailureList.props = ['failures', 'unlisted', 'translate'];
