import { type Ref, ref } from 'vue';
import { type TableCommand, tableCommands } from './tableCommands.ts';
import type { DrawnTable } from './tableKeys.ts';

/** The tables of the page. */
const tables = new Set<() => DrawnTable | null>();

/** Registered until the returned function is called. `drawn` is null while the table's section does not exist. */
export function addDrawnTable(drawn: () => DrawnTable | null): () => void {
  tables.add(drawn);

  return () => tables.delete(drawn);
}

/** The table that contains an element; for one outside of all tables, the first table in the window. */
export function tableAt(element: Element | null): DrawnTable | null {
  const all = [...tables].flatMap((drawn) => drawn() ?? []);
  const around = element?.closest('.rh-table');
  if (around) return all.find(({ section }) => section === around) ?? null;
  const inOrder = all.toSorted(({ section: one }, { section: other }) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );

  return inOrder.find(isInWindow) ?? inOrder[0] ?? null;
}

/**
 * The available commands of the focused table, or else of the first one in the window, for a command menu of the page.
 * `from` is the element that had the focus before the menu opened; its row's buttons are commands, too.
 */
export function commandsAt(from: Element | null = document.activeElement): readonly TableCommand[] {
  const drawn = tableAt(from);

  return drawn ? tableCommands(drawn, from) : [];
}

function isInWindow({ section }: DrawnTable): boolean {
  const { top, bottom } = section.getBoundingClientRect();

  return bottom > 0 && top < window.innerHeight;
}

const storageKey = 'rowhouse-table-keys';

/** Whether single keys such as `f` act on tables; kept in the browser (WCAG 2.1.4). */
export const singleKeys: Readonly<Ref<boolean>> = ref(read());

export function setSingleKeys(isOn: boolean): void {
  (singleKeys as Ref<boolean>).value = isOn;
  try {
    if (isOn) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}

function read(): boolean {
  try {
    return globalThis.localStorage?.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}
