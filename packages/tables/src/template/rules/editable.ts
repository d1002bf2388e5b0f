import { suggestWord } from '../../format/suggestWord.ts';
import type { TemplateFault } from '../TemplateFault.ts';
import { type Rule, type SoundColumn, soundItems } from './Rule.ts';

/** Columns tagged `editable` are those that the table definition can write. */
export const editable: Rule = ({ columns }, { edits, fields }) => {
  const all = soundItems(columns);
  const tagged = all.flatMap(({ item, index }) => {
    const tag = item.meta?.indexOf('editable') ?? -1;

    return tag < 0 ? [] : [{ column: item, index, path: `columns[${index}].meta[${tag}]` }];
  });
  const names = all.flatMap(({ item }) => item.name ?? []);
  const taggedNames = tagged.flatMap(({ column }) => column.name ?? []);

  return [
    ...tagged.flatMap(({ column, path }) => {
      const fault = faultOfColumn(column, edits && [...edits, ...fields]);

      return fault === null ? [] : [{ path, ...fault }];
    }),
    ...(edits ?? [])
      .filter((name) => !taggedNames.includes(name))
      .map((name) => notTagged(name, names, all.find(({ item }) => item.name === name)?.index)),
  ];
};

function faultOfColumn(
  { name, meta }: SoundColumn,
  edits: readonly string[] | null,
): Omit<TemplateFault, 'path'> | null {
  if (name === undefined) return null;
  const shown = JSON.stringify(name);
  if (name.includes('.')) {
    return {
      code: 'nested',
      problem: `"editable" cannot be used on the nested property ${shown}.`,
      remedy: 'Remove it. Otherwise select the value under a name without a dot.',
    };
  }
  // Contradicts the tag in any case.
  if (meta?.includes('rogue')) return null;
  if (edits === null || edits.includes(name)) return null;
  const suggestion = suggestWord(name, edits);
  const meant = suggestion === undefined ? '' : `If "${suggestion}" means this column, write "${name}". `;

  return {
    code: 'missing',
    problem: `The column ${shown} is tagged "editable", but the definition does not say how it is written.`,
    remedy: `${meant}Give the definition \`edit: { columns: { ${name}: true } }\`, or remove the tag.`,
    ...(suggestion !== undefined && { suggestion }),
  };
}

function notTagged(name: string, names: readonly string[], index: number | undefined): TemplateFault {
  if (index !== undefined) {
    return {
      path: `columns[${index}].meta`,
      code: 'missing',
      problem: `The definition writes the column ${JSON.stringify(name)} under edit, but it is not tagged "editable".`,
      remedy: 'Add "editable" to its meta, or remove it from edit of the definition.',
    };
  }
  const suggestion = suggestWord(name, names);

  return {
    path: 'columns',
    code: 'unknown_name',
    problem: `The definition writes the column ${JSON.stringify(name)} under edit, but no column has that name.`,
    remedy: suggestion === undefined ? `Use one of: ${names.join(', ')}.` : `Write "${suggestion}".`,
    ...(suggestion !== undefined && { suggestion }),
  };
}
