import { computed, type ReadonlySignal } from '@preact/signals-core';
import {
  type DataPayload,
  exportFormats,
  type InitButton,
  type InitTemplate,
} from '@rowhouse/table-protocol';
import type { ExportFileFormat } from '@rowhouse/table-protocol/internal';
import { groupMembers } from '../grouping/groupPayload.ts';
import type { SentConditions } from '../requests/connection.ts';
import { dataPayload } from '../requests/payload.ts';
import type { Feature } from '../table/snapshots.ts';
import type { TableState } from '../table/TableState.ts';
import type { ExportFunctions, ExportSnapshot } from './Exports.ts';
import { type ExportedView, exportedView } from './exportPayload.ts';

interface ExportsContext {
  readonly template: ReadonlySignal<InitTemplate | null>;
  readonly state: ReadonlySignal<TableState>;
  readonly openView: ExportedView;
  /** The request for the selected rows. */
  selected(): DataPayload;
  host(): SentConditions;
  /** Runs a button with a request. */
  run(button: InitButton, payload: object): Promise<void>;
}

/** Exports with a choice of format, columns and rows, by the routes of the table's export buttons. */
export function createExports(context: ExportsContext): Feature<ExportSnapshot, ExportFunctions> {
  const { template, state, run } = context;
  const buttons = computed(() => {
    const { global = [], dropdown = [] } = template.value?.buttons ?? {};

    return [...global, ...dropdown].filter(({ action, path }) => action === 'export' && path !== undefined);
  });
  const buttonOf = (format: ExportFileFormat) =>
    buttons.value.find((button) => formatIn(button) === format) ??
    buttons.value.find((button) => formatIn(button) === null);

  return {
    snapshot: {
      exportFormats: computed<readonly ExportFileFormat[]>(() => exportFormats.filter(buttonOf)),
    },
    functions: {
      async startExport({ format, columns, rows, grouped }) {
        const button = buttonOf(format);
        if (!button) return;
        const request =
          rows === 'selected'
            ? context.selected()
            : { ...dataPayload(state.value, context.host()), ...exportedView(context.openView) };

        await run(button, {
          ...request,
          exported: [...columns],
          // An address with a format is used for that format.
          ...(formatIn(button) === null && { format }),
          ...(grouped &&
            state.value.groupBy.length > 0 && {
              grouped: true,
              meta: { ...request.meta, ...groupMembers(state.value) },
            }),
        });
      },
    },
  };
}

/** The format in the address of a button; null if a request may choose. */
function formatIn({ path = '' }: InitButton): string | null {
  return /[?&]format=([^&]*)/.exec(path)?.[1] ?? null;
}
