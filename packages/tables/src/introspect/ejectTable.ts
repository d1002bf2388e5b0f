import { definitionName, definitionText, typeName, typesText } from '../make/definitionText.ts';
import { madeTemplate } from '../make/madeDefinition.ts';
import type { IntrospectedTable } from './IntrospectedTable.ts';

export interface EjectOptions {
  /** Folder in which the files will be, as messages are to name it; nothing by default. */
  readonly folder?: string;
}

/** The files of a table: `name.json`, `name.ts` and `name.types.ts`. */
export interface EjectedTable {
  /** Name of the definition, and of the files: `orders`, `clinicDoctors`. */
  readonly name: string;
  readonly template: string;
  readonly definition: string;
  readonly types: string;
}

/** Writes an introspected table as text, to be changed by hand. The text serves what the table itself does. */
export function ejectTable({ id, made }: IntrospectedTable, { folder }: EjectOptions = {}): EjectedTable {
  // Ids may begin with a digit, names may not.
  const name = definitionName(/^[A-Za-z_]/.test(id) ? id : `table_${id}`);

  return {
    name,
    template: `${JSON.stringify(madeTemplate(made, id), null, 2)}\n`,
    definition: definitionText(made, { name, folder, isSplit: true }),
    types: typesText(made, typeName(name)),
  };
}
