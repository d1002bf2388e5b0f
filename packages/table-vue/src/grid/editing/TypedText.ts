/** What was typed on a cell before its field had the focus. */
export interface TypedText {
  /** Empty for nothing. */
  readonly text: string;
  /** Whether Enter followed. */
  readonly isEntered: boolean;
}

export const nothingTyped: TypedText = { text: '', isEntered: false };
