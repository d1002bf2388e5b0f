import { type FunctionalComponent, h, type Ref, readonly, ref } from 'vue';
import { iconNode, isKnownIcon } from '../icons.ts';

interface IconLabelProps {
  icon?: string;
  text: string;
  /** `narrow`: on a narrow table; `always`: on any. A text whose icon is missing is always visible. */
  compact?: 'narrow' | 'always';
}

/** The content of a button: icon and text. `compact` leaves the text to screen readers where there is little room. */
export const IconLabel: FunctionalComponent<IconLabelProps> = ({ icon, text, compact }) => [
  icon ? iconNode(icon, '') : null,
  h('span', { class: icon && compact && isKnownIcon(icon) ? `rh-compact-${compact}` : undefined }, text),
];
IconLabel.props = ['icon', 'text', 'compact'];

/** A button that removes something, drawn as a cross. */
export const CrossButton: FunctionalComponent<{ label: string }, { click: (event: MouseEvent) => void }> = ({
  label,
}) =>
  h(
    'button',
    { type: 'button', 'aria-label': label },
    h('span', { class: 'rh-cross', 'aria-hidden': 'true' }),
  );
CrossButton.props = ['label'];

/** A button's action, which does not start again while it is running. `run` rejects as the action does. */
export function useBusy(action: () => Promise<unknown>): {
  readonly isBusy: Readonly<Ref<boolean>>;
  run(): Promise<void>;
} {
  const isBusy = ref(false);

  return {
    isBusy: readonly(isBusy),
    run: async () => {
      if (isBusy.value) return;
      isBusy.value = true;

      try {
        await action();
      } finally {
        isBusy.value = false;
      }
    },
  };
}

/**
 * Focuses the element where Tab enters the grid of the table that contains `element`, for example before the focused control
 * is removed.
 */
export function focusGrid(element: Element | null): void {
  element
    ?.closest('.rh-table')
    ?.querySelector<HTMLElement>(':is([role=grid], [role=treegrid]) [tabindex="0"]')
    ?.focus();
}

/** Focuses a control of the table that contains `element`, by its `data-control`. */
export function focusControl(element: Element | null, control: string): void {
  element?.closest('.rh-table')?.querySelector<HTMLElement>(`[data-control=${control}]`)?.focus();
}
