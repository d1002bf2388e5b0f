import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { RecordField } from '@rowhouse/table-protocol';
import type { EditValue } from '@rowhouse/table-protocol/internal';
import { type FormEntries, without } from './formEntries.ts';
import { isSame, valueIn } from './formFields.ts';
import type { FormConflict, FormValues, RecordFormFunctions } from './RecordFormState.ts';

/** The values of a form on top of those that the record has now. */
interface RebasedValues {
  readonly values: FormValues;
  readonly original: FormValues;
  /** Their values of the fields that the user has to decide on. */
  readonly undecided: FormValues;
  /** Names of the fields that only another user has changed. */
  readonly others: readonly string[];
}

export interface Conflicts extends Pick<RecordFormFunctions, 'decide' | 'takeTheirs' | 'keepMine'> {
  readonly conflict: ReadonlySignal<FormConflict | null>;
  readonly isUndecided: () => boolean;
  /** Takes the values that the record has now into the form. */
  takeCurrent(current: FormValues): void;
  /** Ends a conflict, unless the user has to decide on something. */
  endIfDecided(): void;
}

/** What the user and another one have changed at the same time. */
export function formConflict({ state, values, original, take }: FormEntries): Conflicts {
  const open = signal<Pick<RebasedValues, 'undecided' | 'others'> | null>(null);
  const isUndecided = () => Object.keys(open.value?.undecided ?? {}).length > 0;

  function endIfDecided(): void {
    if (!isUndecided()) open.value = null;
  }

  function decide(name: string, choice: 'mine' | 'theirs'): void {
    const now = open.value;
    if (!now || !Object.hasOwn(now.undecided, name)) return;
    const theirs = valueIn(now.undecided, name);
    batch(() => {
      original.value = { ...original.value, [name]: theirs };
      if (choice === 'theirs') take(name, theirs);
      open.value = { ...now, undecided: without(now.undecided, name) };
      endIfDecided();
    });
  }

  const decideAll = (choice: 'mine' | 'theirs') =>
    batch(() => {
      for (const name of Object.keys(open.value?.undecided ?? {})) decide(name, choice);
      open.value = null;
    });

  return {
    conflict: computed(() => open.value && shown(state.value.fields, values.value, open.value)),
    isUndecided,
    endIfDecided,
    decide,
    takeTheirs: () => decideAll('theirs'),
    keepMine: () => decideAll('mine'),
    takeCurrent(current) {
      const rebased = rebase(state.value.fields, { values: values.value, original: original.value }, current);
      batch(() => {
        values.value = rebased.values;
        original.value = rebased.original;
        open.value = rebased;
      });
    },
  };
}

/**
 * Takes what another user has changed into the form. A field that the user has not changed gets their value; one that both have
 * changed keeps the user's, until it is decided.
 */
function rebase(
  fields: readonly RecordField[],
  { values, original }: Pick<RebasedValues, 'values' | 'original'>,
  current: FormValues,
): RebasedValues {
  const taken: Record<string, EditValue> = {};
  const received: Record<string, EditValue> = {};
  const undecided: Record<string, EditValue> = {};
  const others: string[] = [];
  for (const field of fields) {
    const { name } = field;
    const mine = valueIn(values, name);
    const before = valueIn(original, name);
    const theirs = valueIn(current, name);
    if (!Object.hasOwn(current, name) || isSame(field, theirs, before)) continue;
    if (isSame(field, mine, before)) {
      taken[name] = theirs;
      received[name] = theirs;
      others.push(name);
    } else if (isSame(field, mine, theirs)) received[name] = theirs;
    else undecided[name] = theirs;
  }

  return { values: { ...values, ...taken }, original: { ...original, ...received }, undecided, others };
}

function shown(
  fields: readonly RecordField[],
  values: FormValues,
  { undecided, others }: Pick<RebasedValues, 'undecided' | 'others'>,
): FormConflict {
  return {
    fields: fields.flatMap((field) =>
      Object.hasOwn(undecided, field.name)
        ? [{ field, theirs: valueIn(undecided, field.name), mine: valueIn(values, field.name) }]
        : [],
    ),
    others: fields.filter(({ name }) => others.includes(name)),
  };
}
