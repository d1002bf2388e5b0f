import type { InitButton, InitTemplate, LinkedTable } from '@rowhouse/table-protocol';

/** Removes the link of a row, by the join table. */
export const unlinkButton: InitButton = {
  name: 'unlink',
  icon: 'link-slash',
  tooltip: 'Remove from this list',
  confirmation: true,
  message: 'Only the link is removed. The row itself is kept.',
  selection: false,
};

/** The template of linked rows: with the button that removes a link, without the one for a new row, which would not be linked. */
export function withLinkButtons(template: InitTemplate, { remove }: LinkedTable): InitTemplate {
  const { buttons } = template;
  const others = ({ name }: InitButton) => name !== 'create';

  return {
    ...template,
    actions: template.actions || remove !== undefined,
    buttons: {
      ...buttons,
      global: buttons.global.filter(others),
      dropdown: buttons.dropdown.filter(others),
      row: [...buttons.row, ...(remove ? [unlinkButton] : [])],
    },
  };
}
