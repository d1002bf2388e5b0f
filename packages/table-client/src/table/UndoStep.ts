/** A change that the user made here, and the request that undoes it. */
export interface UndoStep {
  /** UUID of the change, as the server sent it. */
  readonly id: string;
  readonly method: 'DELETE' | 'POST';
  /** Path of the change. */
  readonly path: string;
}
