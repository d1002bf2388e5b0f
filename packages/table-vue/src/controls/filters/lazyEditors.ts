import { defineAsyncComponent } from 'vue';

const loadEditor = () => import('./FilterEditor.vue');

/** The editor of one filter; focuses its first field when it is drawn. Loaded when it is needed. */
export const FilterEditor = defineAsyncComponent(loadEditor);

/** The dialog that builds a filter with AND, OR and NOT. Loaded when it is needed. */
export const FilterBuilder = defineAsyncComponent(() => import('./builder/FilterBuilder.vue'));

/** Called before the editor is drawn, so that the focus need not wait for it. */
export function preloadEditor(): void {
  // Without a connection, the attempt to draw it reports the failure.
  void loadEditor().catch(() => {});
}
