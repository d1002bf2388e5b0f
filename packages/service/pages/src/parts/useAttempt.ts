import { ref } from 'vue';
import { attempt } from './attempt.ts';

/** What a button does, once at a time, and whether it is at it. */
export function useAttempt(run: () => Promise<void>) {
  const busy = ref(false);

  async function act(): Promise<void> {
    if (busy.value) return;
    busy.value = true;
    await attempt(run).finally(() => {
      busy.value = false;
    });
  }

  return { busy, act };
}
