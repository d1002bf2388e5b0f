import type { Table } from '../definition/Table.ts';
import type { ColumnKinds } from '../query/catalogue.ts';
import type { TemplateFault } from '../template/TemplateFault.ts';

/** The database has the tables in which runs of actions are kept. */
export function checkActions({ definition }: Table, kinds: ColumnKinds): TemplateFault[] {
  const names = Object.keys(definition.actions ?? {});

  return names.length === 0 || kinds.has('rowhouse_action_runs.id')
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
