/** A change that the user made here, and the request that undoes it. */
export interface UndoStep {
  /** UUID of the change, as the server sent it. */
  readonly id: string;
  readonly method: 'DELETE' | 'POST';
  /** Path of the change. */
  readonly path: string;
}

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
