import type { InitButton, InitTemplate } from '@rowhouse/table-protocol';

/** The link to a row's own page, which the host gives, and not the template. */
export const rowPageButton: InitButton = {
  name: 'show',
  icon: 'eye',
  tooltip: 'Open',
  action: 'href',
  confirmation: false,
  selection: false,
};

/** The template with the link before its other row buttons, unless it has one of that name. */
export function withRowPage(template: InitTemplate): InitTemplate {
  const { buttons } = template;

  return buttons.row.some(({ name }) => name === rowPageButton.name)
    ? template
    : { ...template, actions: true, buttons: { ...buttons, row: [rowPageButton, ...buttons.row] } };
}
