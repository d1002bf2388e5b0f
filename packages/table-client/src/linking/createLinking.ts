import { readFilterOptions } from '../filters/filterChoices.ts';
import { lazyModule } from '../table/lazyModule.ts';
import type { RowId } from '../table/TableRow.ts';
import type { LinkingFunctions } from './Linking.ts';
import type { LinkingContext } from './LinkingContext.ts';

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
