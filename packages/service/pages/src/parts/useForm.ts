import { nextTick, type Ref, ref, shallowRef } from 'vue';
import { ApiError, type FieldErrors } from '../api/ApiError.ts';
import { translate } from '../i18n/translate.ts';

export interface Form {
  /** Field → what the service, or the form itself, has against it. */
  readonly errors: Ref<FieldErrors>;
  /** One sentence on why it was not accepted; empty when nothing is wrong. */
  readonly problem: Ref<string>;
  readonly busy: Ref<boolean>;
  /** Runs `send` unless it runs already; what it throws is shown, and the first faulty field gets the focus. */
  submit(send: () => Promise<void>): Promise<void>;
}

/** A form that is sent to the service. `element` is where its fields are looked for. */
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
    // The service's sentence names its own fields; these are marked, under the names that the form has for them.
    if (field && error.status === 422) problem.value = translate('Please check the marked fields.');
    (field ?? find('.app-form-problem'))?.focus();
  }

  function find(selector: string): HTMLElement | null {
    return element.value?.querySelector<HTMLElement>(selector) ?? null;
  }

  return { errors, problem, busy, submit };
}
