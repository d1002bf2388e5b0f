import { optionsLimits } from '@rowhouse/table-client/internal';
import type { RecordField } from '@rowhouse/table-protocol';
import type { EditValue } from '@rowhouse/table-protocol/internal';
import { computed, type Ref, shallowReactive, watch } from 'vue';
import type { FieldsForm } from '../useRecordForm.ts';
import { kindOf, optionsOf } from './fieldInput.ts';

/** The name of an option, or null while it is read; its identifier if it cannot be read. */
export function useOptionName(
  form: FieldsForm,
  field: () => RecordField,
  value: () => EditValue,
): { readonly name: Ref<string | null>; readonly note: (id: string | number, name: string) => void } {
  const names = shallowReactive(new Map<string, string>());
  const note = (id: string | number, name: string) => void names.set(String(id), name);

  watch(
    value,
    async (id) => {
      if (kindOf(field()) !== 'options' || (typeof id !== 'string' && typeof id !== 'number')) return;
      if (names.has(String(id))) return;
      const choice = optionsOf(field(), id);
      const options = await form
        .filterOptions(choice, '', choice.names ? 1 : optionsLimits.most)
        .catch(() => []);
      note(id, options.find((option) => String(option.id) === String(id))?.name ?? String(id));
    },
    { immediate: true },
  );

  return { name: computed(() => names.get(String(value())) ?? null), note };
}
