const gap = 16;

/** Position in the window, in px from its start. */
export interface Box {
  readonly top: number;
  readonly bottom: number;
}

/**
 * Distance from the end of the window, in px, at which messages of this height cover none of the boxes: as near to the end as
 * possible. 0 if there is no such place.
 */
export function freeEnd(height: number, boxes: readonly Box[], windowHeight: number): number {
  let end = 0;
  // Lowest first: each moves the messages further up.
  for (const { top, bottom } of boxes.toSorted((one, other) => other.bottom - one.bottom)) {
    const messages = { top: windowHeight - end - gap - height, bottom: windowHeight - end };
    if (top < messages.bottom && bottom > messages.top) end = Math.max(end, windowHeight - top);
  }

  return end + height + gap <= windowHeight ? end : 0;
}

/** `freeEnd` of the elements that the selector finds, as they are now. */
export function clearOf(height: number, selector: string): number {
  const boxes = [...document.querySelectorAll(selector)]
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.height > 0);

  return freeEnd(height, boxes, document.documentElement.clientHeight);
}

/** Calls back when elements may be elsewhere in the window, at most once a frame. Returns a function that ends it. */
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
