import { definitionName, definitionText, typeName, typesText } from '../make/definitionText.ts';
import { madeTemplate } from '../make/madeDefinition.ts';
import type { IntrospectedTable } from './IntrospectedTable.ts';

export interface EjectOptions {
  /** Folder of the files, for messages. Defaults to empty. */
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

/** Generates the source of an introspected table, for editing. The generated table serves the same data. */
export function ejectTable({ id, made }: IntrospectedTable, { folder }: EjectOptions = {}): EjectedTable {
  // Ids may begin with a digit, identifiers may not.
  const name = definitionName(/^[A-Za-z_]/.test(id) ? id : `table_${id}`);

  return {
    name,
    template: `${JSON.stringify(madeTemplate(made, id), null, 2)}\n`,
    definition: definitionText(made, { name, folder, isSplit: true }),
    types: typesText(made, typeName(name)),
  };
}
