import type { ActionSummary } from '../definition/ActionSummary.ts';
import { groupThousands } from '../format/groupThousands.ts';

/** What people are told of a run where the action does not say it itself. */
export function summaryMessage({ state, total, processed, failed, gone }: ActionSummary): string {
  if (total === 0) return 'No row matched; nothing was done.';

  const left = total - processed - failed - gone;
  const rest = `${rows(left)} ${left === 1 ? 'was' : 'were'} left alone.`;

  return [
    `The action was applied to ${rows(processed)}.`,
    failed > 0 && `${rows(failed)} failed.`,
    gone > 0 && `${rows(gone)} ${gone === 1 ? 'was' : 'were'} not there any more.`,
    state === 'stopped' && `It was stopped by the failure; ${rest}`,
    state === 'cancelled' && `It was cancelled; ${rest}`,
  ]
    .filter(Boolean)
    .join(' ');
}

function rows(count: number): string {
  return `${groupThousands(String(count), ',')} ${count === 1 ? 'row' : 'rows'}`;
}
