import { ref, useTemplateRef, watch } from 'vue';
import type HeaderMenu from './HeaderMenu.vue';

/** The menu of the headers, which is loaded when it is first opened. */
export function useHeaderMenu() {
  const headerMenu = useTemplateRef<InstanceType<typeof HeaderMenu>>('headerMenu');
  const hasHeaderMenu = ref(false);
  let opens: Parameters<InstanceType<typeof HeaderMenu>['open']> | null = null;

  watch(headerMenu, (menu) => {
    if (opens) menu?.open(...opens);
    opens = null;
  });

  return {
    headerMenu,
    hasHeaderMenu,
    openHeaderMenu(header: HTMLTableCellElement, byPress: boolean): void {
      if (headerMenu.value) headerMenu.value.open(header, byPress);
      else opens = [header, byPress];
      hasHeaderMenu.value = true;
    },
  };
}
