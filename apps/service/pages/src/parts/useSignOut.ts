import { ref } from 'vue';
import { ApiError } from '../api/ApiError.ts';
import { notify } from '../notices.ts';
import { signOut } from '../session.ts';

/** What a button for signing out does, and whether it is at it. */
export function useSignOut() {
  const busy = ref(false);

  async function leave(): Promise<void> {
    if (busy.value) return;
    busy.value = true;
    try {
      await signOut();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      busy.value = false;
      notify('danger', error.message);
    }
  }

  return { busy, leave };
}
