import type { InitButton } from '@rowhouse/table-protocol';
import { h, type VNode } from 'vue';
import { iconClass, isKnownIcon } from '../iconClass.ts';
import type { TableController, TableRow } from '../TableController.ts';

/** A row's button: a link where it leads somewhere by itself, so that it can be opened in another tab. */
export function rowButton(table: TableController, button: InitButton, row: TableRow, index: number): VNode {
  const label = button.label ? table.translate(button.label) : '';
  const tooltip = button.tooltip ? table.translate(button.tooltip) : '';
  const isBusy = table.isBusy(button, row);
  // A link would get round a question.
  const isLink = button.action === 'href' && !button.confirmation;
  const path = isLink ? table.buttonPath(button, row) : null;
  const attributes = {
    class: ['button is-small', button.class, isBusy && 'is-loading'],
    tabindex: -1,
    'data-rh': 'button',
    'data-button': index,
    'data-tooltip': tooltip || null,
    'aria-label': accessibleName(label, tooltip, button.name),
    'aria-disabled': isBusy ? 'true' : null,
  };

  return path === null
    ? h('button', { type: 'button', ...attributes }, content(button.icon, label, tooltip || button.name))
    : h('a', { href: path, ...attributes }, content(button.icon, label, tooltip || button.name));
}

/** The tooltip; with a label that the tooltip does not say, both, because people ask for what they see. */
function accessibleName(label: string, tooltip: string, name: string): string {
  if (label && tooltip && !tooltip.toLowerCase().includes(label.toLowerCase())) {
    return `${label}: ${tooltip}`;
  }

  return tooltip || label || name;
}

function content(icon: string | undefined, label: string, name: string): VNode[] {
  const text = label ? [h('span', label)] : [];

  if (!icon || !isKnownIcon(icon)) {
    return label ? text : [h('span', name)];
  }

  return [
    h('span', { class: 'icon is-small' }, h('i', { class: iconClass(icon), 'aria-hidden': 'true' })),
    ...text,
  ];
}
