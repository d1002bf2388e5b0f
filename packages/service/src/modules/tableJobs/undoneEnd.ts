import type { ActionSummary } from '@rowhouse/tables';
import { type ActionCounts, failureText } from '@rowhouse/tables/internal';
import { type StoredText, storedText } from '../../kernel/language/translate.ts';
import { channelsOf, type JobEnd } from './endTableJob.ts';
import type { JobProgress } from './followRecord.ts';
import { jobPaths } from './presentJob.ts';
import { undoOf } from './startTableJob.ts';
import type { TableJobDependencies, TableJobRow } from './tableJob.ts';

/** The run of a job that undoes an import. */
export function undoRunOf({ id }: Pick<TableJobRow, 'id'>): string {
  return `import.undo.${id}`;
}

/** The end of a job that undid an action, or an import. `restored`: the action had deleted its rows. */
export function undoneEnd(
  { id, kind, payload }: Pick<TableJobRow, 'id' | 'kind' | 'payload'>,
  summary: ActionSummary,
  config: TableJobDependencies['config'],
  way: 'undone' | 'restored' = 'undone',
): JobEnd {
  const { processed, failed, total, failures } = summary;
  const [failure] = failures;
  const first: StoredText = failure ? storedText(failureText(failure)) : { text: '' };

  return {
    status: 'finalized',
    title: kind === 'import' ? 'The import into {name} was undone' : 'The action {name} was undone',
    outcome: {
      code: failed > 0 ? `action.${way}_in_part` : `action.${way}`,
      parameters: { processed, failed, total, first },
    },
    values: progressOf(summary),
    undone: undoOf(payload),
    ...(failed > 0 && {
      link: () => ({ path: `/${jobPaths[kind]}/${id}`, label: 'Show the rows that were not undone' }),
    }),
    channels: channelsOf(kind, config),
  };
}

export function progressOf({ total, processed, failed, gone }: ActionCounts): Required<JobProgress> {
  return { total, entries: processed + failed + gone, failed };
}
