import { lazyComponent } from '../lazyComponent.ts';

const loadList = () => import('./MenuList.vue');

/** The items of a menu. Loaded when it is opened. */
export const MenuList = lazyComponent(loadList);

/** Called when a menu will probably be opened soon. */
export function preloadMenus(): void {
  // Without a connection, the attempt to draw it reports the failure.
  void loadList().catch(() => {});
}
