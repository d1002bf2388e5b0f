import { signal } from '@preact/signals-core';
import type { RecordField, RecordForm } from '@rowhouse/table-protocol';
import { optionsLimits, readFilterOptions } from '../filters/filterChoices.ts';
import type { TableHttp } from '../http/TableHttp.ts';
import { requestSender, transportOver } from '../http/transport.ts';
import { type Translate, translator } from '../language/translator.ts';
import { snapshots } from '../table/snapshots.ts';
import type { RecordFormClient } from './createRecordForm.ts';
import { formEntries } from './formEntries.ts';
import { sentValues } from './formFields.ts';
import type { FormFaults, FormValues, RecordFormSnapshot } from './RecordFormState.ts';

export interface RecordFieldsOptions extends Pick<RecordForm, 'values'> {
  /** In the order of the form. */
  readonly fields: readonly RecordField[];
  /** Whether they are of a new record, whose values are sent also if they are those of the form. */
  readonly isNew: boolean;
  /** Reads the options of fields: a function like `fetch`, or an Axios instance. Defaults to `globalThis.fetch`. */
  readonly http?: TableHttp;
  /** Translates the texts of faults. Defaults to English. */
  readonly i18n?: Translate;
}

export interface RecordFieldsSnapshot
  extends Pick<RecordFormSnapshot, 'fields' | 'values' | 'original' | 'faults' | 'saving' | 'isDirty'> {}

/** Fields of a record in a form of the application, which reads and sends them with its own. */
export interface RecordFieldsClient
  extends Pick<RecordFormClient, 'set' | 'validate' | 'translate' | 'subscribe' | 'filterOptions' | 'stop'> {
  getSnapshot(): RecordFieldsSnapshot;
  /** What is to be sent: the changed fields, or all that have a value of a new record. */
  entered(): FormValues;
  /** Shows why the server refuses values, by field. */
  refuse(faults: FormFaults): void;
}

/** The same fields as those of the form of a record, without requests of its own but for options. */
export function createRecordFields(options: RecordFieldsOptions): RecordFieldsClient {
  const { fields, values, isNew, http, i18n } = options;
  const stopping = new AbortController();
  const translate = translator(i18n);
  const send = requestSender(transportOver(http), translate);
  const entries = formEntries(isNew, translate);
  entries.receive({ fields: [...fields], values });

  return {
    translate,
    ...snapshots<RecordFieldsSnapshot>(
      {
        ...{ fields: entries.fields, values: entries.values, original: entries.original },
        ...{ faults: entries.faults, isDirty: entries.isDirty },
        saving: signal(false),
      },
      stopping.signal,
    ),
    ...{ set: entries.set, validate: entries.validate },
    entered: () => sentValues(entries.state.value),
    refuse(faults) {
      entries.faults.value = { ...entries.faults.value, ...faults };
    },
    filterOptions: (choice, query, limit = optionsLimits.first) =>
      readFilterOptions(choice, { query, limit }, send, translate),
    stop: () => stopping.abort(),
  };
}
