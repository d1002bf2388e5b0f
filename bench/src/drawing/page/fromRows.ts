import { type Component, createApp, h, nextTick, shallowRef } from 'vue';
import type { Contender } from './Contender.ts';
import { type Row, rowsOf } from './data.ts';

/** A contender that is a component with the prop `rows`. */
export function fromRows(component: Component): Contender {
  return {
    mount: async (stage) => {
      const rows = shallowRef<readonly Row[]>(rowsOf(1));
      const app = createApp(() => h(component, { rows: rows.value }));
      app.mount(stage);
      await nextTick();
      return {
        show: async (page) => {
          rows.value = rowsOf(page);
          await nextTick();
        },
        unmount: () => app.unmount(),
      };
    },
  };
}
