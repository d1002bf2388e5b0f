/** Edges in CSS pixels of the viewport. */
export interface Edges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Extent {
  readonly width: number;
  readonly height: number;
}

export interface Place {
  readonly left: number;
  readonly top: number;
  /** Beyond it the content has to scroll. */
  readonly maxHeight: number;
}

const gap = 4;
const margin = 8;

/**
 * Where a popover stands: below its button, in line with the button's start (its right edge when `fromRight`); above
 * where there is more room; always inside the viewport.
 */
export function placePopover(button: Edges, content: Extent, viewport: Extent, fromRight: boolean): Place {
  const wanted = fromRight ? button.right - content.width : button.left;
  const left = Math.max(margin, Math.min(wanted, viewport.width - content.width - margin));
  const most = viewport.height - 2 * margin;
  const roomBelow = Math.min(most, viewport.height - margin - button.bottom - gap);
  const roomAbove = Math.min(most, button.top - gap - margin);
  const isBelow = content.height <= roomBelow || roomBelow >= roomAbove;
  const maxHeight = isBelow ? roomBelow : roomAbove;
  const height = Math.min(content.height, maxHeight);
  const top = isBelow ? button.bottom + gap : button.top - gap - height;

  // A button scrolled out of sight does not take its popover with it.
  return { left, top: Math.max(margin, Math.min(top, viewport.height - margin - height)), maxHeight };
}
