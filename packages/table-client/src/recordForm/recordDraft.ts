import { editValue, record } from '@rowhouse/table-protocol/internal';
import { readOrNull } from '../responses/readShape.ts';
import { isRecord } from '../responses/shape.ts';
import { changedValues, type FormState, valueIn } from './formFields.ts';
import type { FormValues, RecordDraft, SentChange } from './RecordFormState.ts';

const formValues = record(editValue);

/** What was entered; null for nothing. */
export function draftOf(state: FormState, request: SentChange | null): RecordDraft | null {
  const names = Object.keys(changedValues(state));
  if (names.length === 0) return null;
  const of = (values: FormValues) => Object.fromEntries(names.map((name) => [name, valueIn(values, name)]));

  return { values: of(state.values), expected: of(state.original), request };
}

/** A draft from a storage; null if it is none. Fields that the user cannot write are left out. */
export function readDraft(given: unknown, { fields }: Pick<FormState, 'fields'>): RecordDraft | null {
  if (!isRecord(given)) return null;
  const writable = new Set(fields.filter(({ readOnly }) => !readOnly).map(({ name }) => name));
  const read = (values: unknown) =>
    Object.fromEntries(
      Object.entries(readOrNull(formValues, values) ?? {}).filter(([name]) => writable.has(name)),
    );

  return {
    values: read(given.values),
    expected: read(given.expected),
    request: readRequest(given.request),
  };
}

function readRequest(given: unknown): SentChange | null {
  const { id, content } = isRecord(given) ? given : {};

  return typeof id === 'string' && typeof content === 'string' ? { id, content } : null;
}
