import type { Translate } from '../language/translator.ts';
import type { Notify } from '../table/notices.ts';
import type { TableViews } from './TableViews.ts';

/** Notices about saved views. */
export interface ViewNotices {
  saved(view: string): void;
  deleted(view: string): void;
  /** A view was opened without parts that the table no longer has. */
  incomplete(view: string, missing: readonly string[]): void;
  /** The server refused the state of a view. */
  refused(view: string): void;
  /** The list could not be read. */
  unlisted(error: unknown): void;
  /** A view could not be read. */
  unread(error: unknown): void;
  failed(error: unknown): void;
}

export function viewNotices(notify: Notify, translate: Translate): ViewNotices {
  return {
    saved: (view) => notify('success', translate('The view “{view}” was saved.', { view })),
    deleted: (view) =>
      notify(
        'warning',
        translate(
          'The view “{view}” was deleted, or is not shared with you any more. The table stays as it is.',
          { view },
        ),
      ),
    incomplete: (view, missing) =>
      notify(
        'warning',
        translate('The view “{view}” was opened without what the table no longer has: {names}.', {
          view,
          names: missing.join(', '),
        }),
      ),
    refused: (view) =>
      notify(
        'warning',
        translate('The server refused the view “{view}”. The table was opened without it.', { view }),
      ),
    unlisted: (error) =>
      notify('warning', `${translate('The saved views cannot be read.')} ${messageOf(error)}`),
    unread: (error) => notify('warning', `${translate('The view cannot be opened.')} ${messageOf(error)}`),
    failed: (error) => notify('danger', messageOf(error)),
  };
}

/** Runs work on the server; a failure is shown as a notice. */
export type Attempt = (work: (server: TableViews) => Promise<void>) => Promise<void>;

export function attempts(source: TableViews, notices: Pick<ViewNotices, 'failed'>): Attempt {
  return async (work) => {
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
