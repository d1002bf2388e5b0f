import type { TableController } from '@rowhouse/table-vue';
import { useRouter } from 'vue-router';
import { isChanged } from '../modulePages.ts';
import { session } from '../session.ts';
import { panelForm, panelQuery } from './panelPath.ts';
import { positionOf, rowIn, type Target, useTableNavigation } from './tableNavigation.ts';

/** `useTableNavigation` for a page that shows the forms of records in its panel, unless modules have replaced their pages. */
export function usePanelNavigation(
  id: () => string,
  table: () => TableController | undefined,
): (target: Target) => unknown {
  const router = useRouter();
  const navigate = useTableNavigation(id, table);
  const hasOtherForms = isChanged('tables.create') || isChanged('tables.edit');

  return (target) => {
    const entry = session.tables.find((one) => one.id === id());
    const row = rowIn(target.params);
    const isElsewhere = hasOtherForms || router.hasRoute(target.name);
    const form = entry === undefined || isElsewhere ? null : panelForm(entry, target.name, row);

    return form === null
      ? navigate(target)
      : router.push(panelQuery(form, positionOf(table(), row), location.search));
  };
}
