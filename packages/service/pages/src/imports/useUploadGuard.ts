import { onBeforeUnmount, onMounted } from 'vue';
import { onBeforeRouteLeave } from 'vue-router';
import { session } from '../session.ts';

/** Asks before the page is left while a file is sent. `ask` resolves to whether the user wants to leave. */
export function useUploadGuard(isSending: () => boolean, ask: () => Promise<boolean>): void {
  function onUnload(event: BeforeUnloadEvent): void {
    if (isSending()) event.preventDefault();
  }

  onBeforeRouteLeave(() => !isSending() || session.phase !== 'signed-in' || ask());
  onMounted(() => window.addEventListener('beforeunload', onUnload));
  onBeforeUnmount(() => window.removeEventListener('beforeunload', onUnload));
}
