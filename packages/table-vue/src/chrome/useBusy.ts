import { type Ref, readonly, ref } from 'vue';

/** An action of a button that is not begun again while it goes on. `run` rejects as the action does. */
export function useBusy(action: () => Promise<unknown>): {
  readonly isBusy: Readonly<Ref<boolean>>;
  run(): Promise<void>;
} {
  const isBusy = ref(false);

  return {
    isBusy: readonly(isBusy),
    run: async () => {
      if (isBusy.value) return;
      isBusy.value = true;

      try {
        await action();
      } finally {
        isBusy.value = false;
      }
    },
  };
}
