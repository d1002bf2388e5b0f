import type { Actor } from '../../kernel/hooks/Hooks.ts';

declare module '../../kernel/hooks/Hooks.ts' {
  interface HookEvents {
    /** Actions of tables, immediate or in the background. */
    readonly action: { readonly before: ActionEvent; readonly after: ActionEvent & TableWorkEnd };
    /** Exports of tables. */
    readonly export: { readonly before: ExportEvent; readonly after: ExportEvent & TableWorkEnd };
    /** Imports of files into tables, in the background. */
    readonly import: { readonly before: ImportEvent; readonly after: ImportEvent & TableWorkEnd };
  }
}

interface TableWork extends Actor {
  /** Id of the table. */
  readonly table: string;
  /** The request's payload: filters, search, sort and parameters; for an import, its options. */
  readonly payload: unknown;
  /** Background work calls `before` twice: when requested (`request`) and when a worker starts it (`work`). */
  readonly stage: 'request' | 'work';
  /** Id of the job; null if there is none (yet). */
  readonly job: string | null;
}

export interface ActionEvent extends TableWork {
  readonly action: string;
  readonly isBackground: boolean;
}

export interface ExportEvent extends TableWork {
  /** Such as `xlsx`. */
  readonly format: string;
}

/** `payload` has the `options` of the client. */
export type ImportEvent = TableWork;

export interface TableWorkEnd {
  /** `failed`: it ended with an error, or no attempt is left. `cancelled`: its owner has cancelled it. */
  readonly state: 'finalized' | 'failed' | 'cancelled';
  /** Number of rows processed. */
  readonly done: number;
  /** Number of rows that failed. */
  readonly failed: number;
  /** Key of the file in the file store; null without one. */
  readonly file: string | null;
}
