/** Sets the position of each pinned cell: next to the previous ones at its side. */
export function positionPinned(grid: HTMLElement, headers: readonly HTMLElement[]): void {
  const isRightToLeft = getComputedStyle(grid).direction === 'rtl';

  for (const side of ['start', 'end'] as const) {
    const edge = (side === 'start') === isRightToLeft ? 'right' : 'left';
    let offset = 0;

    for (const header of side === 'start' ? headers : headers.toReversed()) {
      const isPinned = header.classList.contains('rh-pinned');
      if (!isPinned || header.classList.contains('rh-at-end') !== (side === 'end')) break;
      grid.style.setProperty(`--rh-${edge}-${header.ariaColIndex}`, `${offset}px`);
      grid.style.removeProperty(`--rh-${edge === 'left' ? 'right' : 'left'}-${header.ariaColIndex}`);
      offset += header.getBoundingClientRect().width;
    }

    grid.style.setProperty(`--rh-pinned-${edge}`, `${offset}px`);
  }
}
