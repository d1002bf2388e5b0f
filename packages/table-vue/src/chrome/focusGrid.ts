/** Gives the focus to the grid of the table that `part` belongs to, before the focused control is removed. */
export function focusGrid(part: Element | null): void {
  part?.closest('.rh-table')?.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')?.focus();
}
