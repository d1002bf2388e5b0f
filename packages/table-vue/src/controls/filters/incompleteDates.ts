/** The fields for dates that are filled in only partly. Their value is empty; only the validity shows it. */
export function incompleteDates(root: ParentNode | null): HTMLInputElement[] {
  return [...(root?.querySelectorAll<HTMLInputElement>('input[type=date]') ?? [])].filter(
    ({ validity }) => validity.badInput,
  );
}
