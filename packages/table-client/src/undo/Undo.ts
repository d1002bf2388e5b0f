import type { UndoStep } from '../table/UndoStep.ts';

export interface UndoSnapshot {
  /** The user has made a change here that is not undone. */
  readonly canUndo: boolean;
}

export interface UndoFunctions {
  /**
   * Undoes a change of the user, by default the last one that was made here, and reads the rows again. False if there is none, or the
   * server refuses: a message says why.
   */
  undo(step?: UndoStep): Promise<boolean>;
}
