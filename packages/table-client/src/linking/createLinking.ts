import type { ReadonlySignal } from '@preact/signals-core';
import type { InitTemplate, LinkedTable } from '@rowhouse/table-protocol';
import { readFilterOptions } from '../filters/filterChoices.ts';
import type { SendRequest } from '../http/transport.ts';
import type { Translate } from '../language/translator.ts';
import { lazyModule } from '../table/lazyModule.ts';
import type { Notify } from '../table/notices.ts';
import type { RowId } from '../table/TableRow.ts';
import type { Undo } from '../undo/createUndo.ts';
import type { LinkingFunctions } from './Linking.ts';

export interface LinkingContext {
  /** Null for a table that is not one of linked rows. */
  readonly linked: LinkedTable | null;
  readonly template: ReadonlySignal<InitTemplate | null>;
  readonly send: SendRequest;
  readonly translate: Translate;
  readonly notify: Notify;
  readonly remember: Undo['remember'];
  readonly lifetime: AbortSignal;
  reload(): Promise<void>;
}

export interface Linking {
  readonly functions: LinkingFunctions;
  /** Removes the link of a row, and reads the table again. Throws `TableFailure`. */
  unlink(row: RowId): Promise<void>;
}

/** Adds rows to those that a join table links to a record, and removes them. */
export function createLinking(context: LinkingContext): Linking {
  const { linked, template, translate } = context;
  const { load } = lazyModule(() => import('./changeLinks.ts'), translate);

  return {
    functions: {
      addableRows() {
        const path = template.value?.readPath;
        if (!linked?.add || path === undefined) return null;
        const request = { linked: { ...linked.linked, negated: true } };

        return { label: '', name: '', data: '', type: 'select', path, names: { row: null, request } };
      },
      addLinked: async (rows) => (linked?.add ? (await load()).addLinks(linked.add, rows, context) : []),
    },
    async unlink(row) {
      if (!linked?.remove) return;
      // Passed, so that the code that every table has is not apart from the rest.
      const reading = { ...context, readOptions: readFilterOptions };
      await (await load()).removeLinks(linked.linked, linked.remove, row, reading);
    },
  };
}
