import { onBeforeUnmount, type Ref, ref, shallowRef, watch } from 'vue';
import { ApiError } from '../api/ApiError.ts';
import { isOnline } from '../online.ts';

export interface Load<Value> {
  /** Null until it is there. */
  readonly value: Ref<Value | null>;
  readonly problem: Ref<ApiError | null>;
  readonly loading: Ref<boolean>;
  /** Asks again; a value there before stays until the new one. */
  reload(): Promise<void>;
}

/**
 * Loads the data of a page immediately, and again when the browser is back online after a failed connection. Responses that
 * arrive after a newer request was sent are dropped.
 */
export function useLoad<Value>(read: () => Promise<Value>): Load<Value> {
  const value = shallowRef<Value | null>(null);
  const problem = shallowRef<ApiError | null>(null);
  const loading = ref(false);
  let latest = 0;

  async function reload(): Promise<void> {
    latest += 1;
    const own = latest;
    loading.value = true;
    try {
      const answer = await read();
      if (own !== latest) return;
      value.value = answer;
      problem.value = null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (own === latest) problem.value = error;
    } finally {
      if (own === latest) loading.value = false;
    }
  }

  watch(isOnline, (online) => {
    if (online && problem.value?.status === null) void reload();
  });
  onBeforeUnmount(() => {
    latest += 1;
  });
  void reload();
  return { value, problem, loading, reload };
}
