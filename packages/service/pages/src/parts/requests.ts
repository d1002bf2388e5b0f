import { nextTick, onBeforeUnmount, type Ref, ref, shallowRef, watch } from 'vue';
import { ApiError, type FieldErrors } from '../api/request.ts';
import { isOnline } from '../browser.ts';
import { translate } from '../i18n/translate.ts';
import { notify } from '../notices.ts';

/** Runs the action of a button, and shows an `ApiError` as a notice. */
export async function attempt(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notify('danger', error.message);
  }
}

/** The action of a button, which does not start again while it is running. */
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

export interface Load<Value> {
  /** Null until it is loaded. */
  readonly value: Ref<Value | null>;
  readonly problem: Ref<ApiError | null>;
  readonly loading: Ref<boolean>;
  /** Requests the value again; the one before stays until then. */
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
      const loaded = await read();
      if (own !== latest) return;
      value.value = loaded;
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

export interface Form {
  /** Field → errors of the service or of the form itself. */
  readonly errors: Ref<FieldErrors>;
  /** One sentence about the error; empty without an error. */
  readonly problem: Ref<string>;
  readonly busy: Ref<boolean>;
  /** Runs `send` unless it is running already; shows its `ApiError`, and focuses the first invalid field. */
  submit(send: () => Promise<void>): Promise<void>;
}

/** A form that is sent to the service. `element` contains its fields. */
export function useForm(element: Ref<HTMLElement | null>): Form {
  const errors = shallowRef<FieldErrors>({});
  const problem = ref('');
  const busy = ref(false);

  async function submit(send: () => Promise<void>): Promise<void> {
    if (busy.value) return;
    busy.value = true;
    errors.value = {};
    problem.value = '';
    try {
      await send();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await show(error);
    } finally {
      busy.value = false;
    }
  }

  async function show(error: ApiError): Promise<void> {
    errors.value = error.fields;
    problem.value = error.message;
    await nextTick();
    const field = find('[aria-invalid="true"]');
    // The service's message contains its own field names; the form marks the fields instead.
    if (field && error.status === 422) problem.value = translate('Please check the marked fields.');
    (field ?? find('.app-form-problem'))?.focus();
  }

  function find(selector: string): HTMLElement | null {
    return element.value?.querySelector<HTMLElement>(selector) ?? null;
  }

  return { errors, problem, busy, submit };
}
