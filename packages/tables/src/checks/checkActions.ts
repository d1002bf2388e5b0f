import type { Table } from '../definition/Table.ts';
import type { Catalogue } from '../query/catalogue.ts';
import type { TemplateFault } from '../template/TemplateFault.ts';

/** The database has the tables in which runs of actions are kept. */
export function checkActions({ definition }: Table, catalogue: Catalogue): TemplateFault[] {
  const names = Object.keys(definition.actions ?? {});

  return names.length === 0 || catalogue.find({ schema: null, name: 'rowhouse_action_runs' })
    ? []
    : [
        {
          path: '',
          code: 'not_installed',
          problem: `The table has actions (${names.join(', ')}), and the database has no tables for their runs.`,
          remedy: 'Run `await installActionRuns(db)` in a migration.',
        },
      ];
}
