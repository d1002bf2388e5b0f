import { showValue, type TemplateFault } from '../TemplateFault.ts';
import { isAbsent, type Rule, type SoundColumn, soundItems } from './Rule.ts';

/** Tags that order or group the rows of the query. */
const orderTags = ['searchable', 'sortable', 'sort:ASC', 'sort:DESC', 'facet', 'groupable'];
/** Tags that require a column of the database. `rawTotal` has its own SQL. */
const databaseTags = [...orderTags, 'filterable', 'total', 'average'];

/**
 * A column comes from the query (`data`, or an expression of the definition), from a loaded relation (a nested
 * name), or is computed in rows (`appends`, `method`, `resource`). Only the first can be searched, sorted,
 * filtered and summed.
 */
export const columnData: Rule = (template, { expressions }) => {
  const inQuery = new Set(expressions);
  const appended = new Set(template.appends);
  return soundItems(template.columns).flatMap(({ item: column, index }) => {
    const { name } = column;
    if (name === undefined) return [];
    const path = `columns[${index}]`;
    const hasSource = !isAbsent(column, 'data') || inQuery.has(name);
    if (name.includes('.')) return nestedFaults(column, name, hasSource, path);
    if (hasSource) return [];
    const inRows = appended.has(name) || column.resource !== undefined || column.meta?.includes('method');
    return inRows ? computedFaults(column, name, path) : [missingData(name, path)];
  });
};

function nestedFaults(column: SoundColumn, name: string, hasSource: boolean, path: string): TemplateFault[] {
  const forbidden = hasSource ? orderTags : databaseTags;
  return taggedWith(column, forbidden, path).map(({ tag, tagPath }) => ({
    path: tagPath,
    code: 'nested',
    problem: `"${tag}" cannot be used on the nested property ${JSON.stringify(name)}.`,
    remedy:
      'Remove it. Otherwise join the table in the query, select the column under a name without a dot, and give data (table.column).',
  }));
}

function computedFaults(column: SoundColumn, name: string, path: string): TemplateFault[] {
  return taggedWith(column, databaseTags, path).map(({ tag, tagPath }) => ({
    path: tagPath,
    code: 'conflict',
    problem: `"${tag}" needs a column of the query, but ${JSON.stringify(name)} is computed row by row after the query.`,
    remedy: 'Remove it, or give data (table.column) or an expression of the table definition.',
  }));
}

function missingData(name: string, path: string): TemplateFault {
  return {
    path: `${path}.data`,
    code: 'missing',
    problem: `The column ${JSON.stringify(name)} has no "data".`,
    remedy:
      'Give the table and column that it comes from, as in the query (table.column). For a computed column, add an expression to the table definition, or list it under appends.',
  };
}

function taggedWith(column: SoundColumn, tags: readonly string[], path: string) {
  return soundItems(column.meta)
    .filter(({ item: tag }) => tags.includes(tag))
    .map(({ item: tag, index }) => ({ tag, tagPath: `${path}.meta[${index}]` }));
}

/** Columns are identified by name, so names are unique. */
export const columnNames: Rule = (template) => {
  const first = new Map<string, number>();
  return soundItems(template.columns).flatMap(({ item: { name }, index }): TemplateFault[] => {
    if (name === undefined) return [];
    const before = first.get(name);
    if (before === undefined) {
      first.set(name, index);
      return [];
    }
    return [
      {
        path: `columns[${index}].name`,
        code: 'duplicate',
        problem: `columns[${before}] is also named ${JSON.stringify(name)}.`,
        remedy: 'Select one of the two under another alias.',
      },
    ];
  });
};

/** Attributes that are stripped from rows cannot be shown. */
export const stripped: Rule = ({ strip, columns, dtRowId = 'dtRowId' }) => {
  const shown = new Set(
    soundItems(columns)
      .filter(({ item }) => !item.meta?.includes('rogue'))
      .map(({ item }) => item.name),
  );
  return soundItems(strip)
    .filter(({ item }) => item === dtRowId || shown.has(item))
    .map(
      ({ item, index }): TemplateFault => ({
        path: `strip[${index}]`,
        code: 'conflict',
        problem: `${showValue(item)} is removed from rows, but the table needs it.`,
        remedy:
          item === dtRowId ? 'Remove it from strip.' : 'Remove it from strip, or tag the column "rogue".',
      }),
    );
};
