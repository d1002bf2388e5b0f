import type { TableController } from '@rowhouse/table-client';
import type { MenuItem } from '../../popover/MenuList.vue';

/** The purpose of a dialog. */
export type ViewDialogKind = 'save-as' | 'rename' | 'share' | 'delete' | 'link';

export type ViewAction =
  | 'save'
  | 'discard'
  | 'save-as'
  | 'copy'
  | 'rename'
  | 'share'
  | 'set-default'
  | 'unset-default'
  | 'pin'
  | 'copy-link'
  | 'delete';

/** Prefix of the keys of views; actions have none. */
const viewPrefix = 'view:';

/** The meaning of a key of `viewItems`. */
export function readViewKey(key: string): { readonly view: string | null } | { readonly action: ViewAction } {
  if (!key.startsWith(viewPrefix)) return { action: key as ViewAction };

  return { view: key.slice(viewPrefix.length) || null };
}

/** The items of the views menu: the views, then actions on the open one. */
export function viewItems(table: TableController): MenuItem[] {
  const { views, translate } = table;
  const own = (views ?? []).filter(({ isOwn }) => isOwn);
  const shared = (views ?? []).filter(({ isOwn }) => !isOwn);
  const option = (id: string, label: string) => ({
    key: `${viewPrefix}${id}`,
    label,
    checked: (table.view?.id ?? '') === id,
    radio: true,
  });
  const listed = (list: typeof own, heading: string) =>
    list.map(({ id, name, isDefault }, index) => ({
      ...option(id, isDefault ? translate('{view} (opens by default)', { view: name }) : name),
      ...(index === 0 && { heading: translate(heading) }),
    }));

  return [
    option('', translate('Standard view')),
    ...listed(own, 'My views'),
    ...listed(shared, 'Shared'),
    ...actionItems(table).map((item, index) => ({ ...item, apart: index === 0 || item.apart === true })),
  ];
}

/** Sharing is possible with a permission; withdrawing needs none. */
export function mayShareView({ view, viewRoles }: Pick<TableController, 'view' | 'viewRoles'>): boolean {
  return view?.mayChange === true && (viewRoles.length > 0 || view.sharedWith.length > 0);
}

/** The absolute address of the open view; null if there is none. */
export function viewAddress(table: Pick<TableController, 'view' | 'viewLink'>): string | null {
  const link = table.view && table.viewLink(table.view.id);

  return link ? new URL(link, location.href).href : null;
}

/** False without permission, or on a page without TLS, where there is no clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);

    return true;
  } catch {
    return false;
  }
}

function actionItems(table: TableController): MenuItem[] {
  const { view, viewChanged } = table;
  const item = (key: ViewAction, text: string, icon: string, more: Partial<MenuItem> = {}) => ({
    key,
    label: table.translate(text),
    icon,
    ...more,
  });
  const isOwnDefault = view !== null && table.ownDefaultView === view.id;
  const maySave = view?.mayChange === true;

  return [
    ...(maySave ? [item('save', 'Save changes', 'floppy-disk', { disabled: !viewChanged })] : []),
    ...(view && viewChanged ? [item('discard', 'Discard changes', 'rotate-left')] : []),
    item('save-as', 'Save as a new view…', 'plus'),
    ...(maySave ? [item('rename', 'Rename…', 'pen')] : []),
    ...(view ? [item('copy', maySave ? 'Make a copy' : 'Copy to my views', 'copy')] : []),
    ...(mayShareView(table) ? [item('share', 'Share…', 'users')] : []),
    ...(view && !isOwnDefault ? [item('set-default', 'Set as my default', 'house')] : []),
    ...(table.ownDefaultView !== null && (isOwnDefault || view === null)
      ? [item('unset-default', 'Remove my default', 'house')]
      : []),
    ...(view
      ? [item('pin', view.isPinned ? 'Remove from the home page' : 'Pin to the home page', 'thumbtack')]
      : []),
    ...(view && table.viewLink(view.id) !== null ? [item('copy-link', 'Copy link', 'link')] : []),
    ...(maySave ? [item('delete', 'Delete…', 'trash', { apart: true })] : []),
  ];
}
