import { readonly, ref } from 'vue';

const online = ref(navigator.onLine);

/** Whether the browser believes to have a network. */
export const isOnline = readonly(online);

export function followOnline(): void {
  for (const name of ['online', 'offline']) {
    window.addEventListener(name, () => {
      online.value = navigator.onLine;
    });
  }
}
