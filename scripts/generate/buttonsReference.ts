import { simpleButton } from '../../packages/tables/src/template/actionButtons.ts';
import { buttonSchema, simpleButtonWords } from '../../packages/tables/src/template/buttonSchema.ts';
import { schemaNode } from '../../packages/tables/src/template/checkSchema.ts';
import { defaultTableConfig } from '../../packages/tables/src/template/defaultTableConfig.ts';
import { cell, code, markdownTable, replaceSections } from './markdown.ts';
import { optionTable } from './templateReference.ts';

/** docs/reference/buttons.md: the default definitions, and the fields of a button written out. */
export function buttonsReference(current: string): string {
  return replaceSections(
    current,
    { defaults: defaultsTable(), fields: optionTable(schemaNode(buttonSchema)) },
    'docs/reference/buttons.md',
  );
}

const shown = ['icon', 'class', 'routeSuffix', 'event', 'postEvent', 'action', 'method', 'label'] as const;

function defaultsTable(): string {
  const rows = Object.keys(simpleButtonWords).map((written) => {
    const button = simpleButton(written, defaultTableConfig);
    if (button === null) throw new Error(`There is no default definition of the button ${written}.`);
    const { type, defaults } = button;
    const fields = shown.map((field) => {
      const value = defaults[field];
      return value === undefined || value === null ? '' : code(value);
    });
    return [code(written), type, ...fields, defaults.confirmation ? (defaults.message ?? 'yes') : ''].map(
      cell,
    );
  });

  return markdownTable(['Name', 'Position', ...shown, 'Asks first'], rows);
}
