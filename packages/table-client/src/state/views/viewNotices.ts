import type { Translate } from '../../TableController.ts';
import type { TableViews } from '../../TableViews.ts';
import type { Notify } from '../useActionResults.ts';

/** Notices about saved views. */
export function viewNotices(notify: Notify, translate: Translate) {
  return {
    saved: (view: string) => notify('success', translate('The view “{view}” was saved.', { view })),
    deleted: (view: string) =>
      notify(
        'warning',
        translate(
          'The view “{view}” was deleted, or is not shared with you any more. The table stays as it is.',
          { view },
        ),
      ),
    incomplete: (view: string, missing: readonly string[]) =>
      notify(
        'warning',
        translate('The view “{view}” was opened without what the table no longer has: {names}.', {
          view,
          names: missing.join(', '),
        }),
      ),
    refused: (view: string) =>
      notify(
        'warning',
        translate('The server refused the view “{view}”. The table was opened without it.', { view }),
      ),
    unlisted: (error: unknown) =>
      notify('warning', `${translate('The saved views cannot be read.')} ${messageOf(error)}`),
    unread: (error: unknown) =>
      notify('warning', `${translate('The view cannot be opened.')} ${messageOf(error)}`),
    failed: (error: unknown) => notify('danger', messageOf(error)),
  };
}

/** Runs work on the server; a failure is shown as a notice. */
export function attempts(source: TableViews, notices: Pick<ReturnType<typeof viewNotices>, 'failed'>) {
  return async (work: (server: TableViews) => Promise<void>): Promise<void> => {
    try {
      await work(source);
    } catch (error) {
      notices.failed(error);
    }
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
