import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { RecordField, RecordForm } from '@rowhouse/table-protocol';
import type { EditValue } from '@rowhouse/table-protocol/internal';
import type { Translate } from '../language/translator.ts';
import { fieldFault } from './fieldFault.ts';
import { applyingFields, changedValues, type FormState, isSame, valueIn } from './formFields.ts';
import type { FormFaults, FormValues, RecordFormFunctions } from './RecordFormState.ts';

/** What the user has entered, and its faults. */
export interface FormEntries extends Pick<RecordFormFunctions, 'set' | 'validate'> {
  /** As it was received; null before. */
  readonly form: ReadonlySignal<RecordForm | null>;
  readonly values: Signal<FormValues>;
  readonly original: Signal<FormValues>;
  readonly faults: Signal<FormFaults>;
  readonly state: ReadonlySignal<FormState>;
  /** Those that apply. */
  readonly fields: ReadonlySignal<readonly RecordField[]>;
  readonly isDirty: ReadonlySignal<boolean>;
  /** Whether `validate` would find no fault. */
  isValid(): boolean;
  receive(form: Pick<RecordForm, 'fields' | 'values'> & Partial<RecordForm>): void;
  /** Returns to the values that were received. */
  clear(): void;
  /** The value is that of the server, without a fault. */
  take(name: string, value: EditValue): void;
}

export function formEntries(isNew: boolean, translate: Translate): FormEntries {
  const form = signal<RecordForm | null>(null);
  const values = signal<FormValues>({});
  const original = signal<FormValues>({});
  const faults = signal<FormFaults>({});
  /** Field → why what the user typed is no value. */
  const unread = signal<Readonly<Record<string, string>>>({});
  const state = computed(
    (): FormState => ({
      fields: form.value?.fields ?? [],
      values: values.value,
      original: original.value,
      isNew,
    }),
  );
  const fields = computed(() => applyingFields(state.value));

  function clear(): void {
    values.value = original.value;
    faults.value = {};
    unread.value = {};
  }

  function take(name: string, value: EditValue): void {
    values.value = { ...values.value, [name]: value };
    unread.value = without(unread.value, name);
    faults.value = without(faults.value, name, '');
  }

  function set(name: string, value: EditValue, fault?: string): void {
    const field = form.value?.fields.find((one) => one.name === name);
    if (!field || field.readOnly) return;
    // An empty text stays as it was, if it was one.
    const isEmpty = value === '' && valueIn(original.value, name) !== '';
    batch(() => {
      take(name, isEmpty ? null : value);
      if (fault !== undefined) unread.value = { ...unread.value, [name]: fault };
    });
  }

  function faultsIn(name?: string): [string, string[]][] {
    const checked = fields.value.filter((field) => !field.readOnly && (name ?? field.name) === field.name);

    return checked.flatMap((field): [string, string[]][] => {
      const fault = faultOf(field);

      return fault === null ? [] : [[field.name, [fault]]];
    });
  }

  function validate(name?: string): boolean {
    const found = faultsIn(name);
    const others = name === undefined ? {} : without(faults.value, name);
    faults.value = { ...others, ...Object.fromEntries(found) };

    return found.length === 0;
  }

  /** A record that is changed may keep what it has. */
  function faultOf(field: RecordField): string | null {
    const value = valueIn(values.value, field.name);
    const isKept = !isNew && isSame(field, value, valueIn(original.value, field.name));

    return unread.value[field.name] ?? (isKept ? null : fieldFault(field, value, translate));
  }

  return {
    ...{ form, values, original, faults, state, fields, clear, take, set, validate },
    isValid: () => faultsIn().length === 0,
    isDirty: computed(
      () => Object.keys(changedValues(state.value)).length > 0 || Object.keys(unread.value).length > 0,
    ),
    receive(received) {
      form.value = { path: '', ...received, fields: withSections(received.fields) };
      original.value = received.values;
      clear();
    },
  };
}

/** Each field with the heading of its section, which it keeps if the first one does not apply. */
function withSections(fields: readonly RecordField[]): RecordField[] {
  let section: string | undefined;

  return fields.map((field) => {
    section = field.section ?? section;

    return section === undefined ? field : { ...field, section };
  });
}

/** The entries except those of these names. */
export function without<Value>(
  entries: Readonly<Record<string, Value>>,
  ...names: readonly string[]
): Record<string, Value> {
  return Object.fromEntries(Object.entries(entries).filter(([name]) => !names.includes(name)));
}
