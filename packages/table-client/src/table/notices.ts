import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { RowId } from './TableRow.ts';
import type { UndoStep } from './UndoStep.ts';

/** A message about an action that has ended. */
export interface Notice {
  readonly id: number;
  readonly kind: 'success' | 'danger' | 'info' | 'warning';
  readonly message: string;
  /** The rows that the action failed on: name and reason. */
  readonly failures?: readonly { readonly id: RowId; readonly row: string; readonly message: string }[];
  /** Number of failed rows that are not in `failures`. */
  readonly unlistedFailures?: number;
  /** The change that the message is about, for `undo`. */
  readonly undo?: UndoStep;
}

export type NoticeDetails = Pick<Notice, 'failures' | 'unlistedFailures' | 'undo'>;

export type Notify = (kind: Notice['kind'], message: string, details?: NoticeDetails) => void;

export interface Notices {
  readonly notices: ReadonlySignal<readonly Notice[]>;
  readonly notify: Notify;
  dismissNotice(id: number): void;
}

/** Messages about actions, each shown until it is dismissed. */
export function createNotices(): Notices {
  const notices = signal<readonly Notice[]>([]);
  let last = 0;
  const notify: Notify = (kind, message, details) => {
    last += 1;
    notices.value = [...notices.value, { id: last, kind, message, ...details }];
  };

  return {
    notices,
    notify,
    dismissNotice(id) {
      notices.value = notices.value.filter((notice) => notice.id !== id);
    },
  };
}
