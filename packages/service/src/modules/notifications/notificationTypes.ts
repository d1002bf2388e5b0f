import type { Channel } from '../../kernel/Notifier.ts';

export interface NotificationType {
  /** What people read where they choose, in English. */
  readonly label: string;
  /** Channels that nobody can switch off. */
  readonly mandatory: readonly Channel[];
  /** Whether nobody else is ever told, and so need not choose. */
  readonly administratorsOnly?: boolean;
}

/** Every type of notification. One that is not here is refused, so that people can always choose how to be told. */
export const notificationTypes: Readonly<Record<string, NotificationType>> = {
  // The link to the file comes by e-mail always.
  'export.finalized': { label: 'An export is ready', mandatory: ['mail'] },
  'export.failed': { label: 'An export failed', mandatory: [] },
  'action.finalized': { label: 'An action in the background is done', mandatory: [] },
  'action.failed': { label: 'An action in the background failed', mandatory: [] },
  'apiCall.error': { label: 'An API call failed', mandatory: [], administratorsOnly: true },
};
