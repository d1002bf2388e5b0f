const gap = 16;

/** Position in the window, in px from its start. */
export interface Box {
  readonly top: number;
  readonly bottom: number;
}

/**
 * Minimum distance from the end of the window, in px, at which messages of this height cover none of the boxes. 0 if
 * there is no such position.
 */
export function freeEnd(height: number, boxes: readonly Box[], windowHeight: number): number {
  let end = 0;
  // From the lowest up: each one moves the messages up.
  for (const { top, bottom } of boxes.toSorted((one, other) => other.bottom - one.bottom)) {
    const messages = { top: windowHeight - end - gap - height, bottom: windowHeight - end };
    if (top < messages.bottom && bottom > messages.top) end = Math.max(end, windowHeight - top);
  }

  return end + height + gap <= windowHeight ? end : 0;
}

/** The current `freeEnd` of the elements that match the selector. */
export function clearOf(height: number, selector: string): number {
  const boxes = [...document.querySelectorAll(selector)]
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.height > 0);

  return freeEnd(height, boxes, document.documentElement.clientHeight);
}

/** Calls back when elements may have moved in the window, at most once per frame. Returns a function that ends it. */
export function whenMoved(moved: () => void): () => void {
  let frame = 0;
  const onChange = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(moved);
  };
  const resized = new ResizeObserver(onChange);
  resized.observe(document.body);
  // Scrolling does not bubble.
  document.addEventListener('scroll', onChange, { capture: true, passive: true });
  window.addEventListener('resize', onChange);

  return () => {
    cancelAnimationFrame(frame);
    resized.disconnect();
    document.removeEventListener('scroll', onChange, { capture: true });
    window.removeEventListener('resize', onChange);
  };
}
