/** A table that draws pages of the same cells. */
export interface Contender {
  /** Draws the first page into an empty element; resolves once it is in the document. */
  mount(stage: HTMLElement): Promise<Drawn>;
}

export interface Drawn {
  /** Draws that page in place of the one there; resolves once it is in the document. */
  show(page: number): Promise<void>;
  unmount(): void;
}
