import { isAbsent, soundItems } from '../SoundPart.ts';
import type { TemplateFault } from '../TemplateFault.ts';
import type { Rule, SoundColumn } from './Rule.ts';

/** Tags that order the rows of the query. */
const orderTags = ['searchable', 'sortable', 'sort:ASC', 'sort:DESC'];
/** Tags for which the database has to know the column. `rawTotal` brings its own SQL. */
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
    problem: `"${tag}" needs a column of the query, and ${JSON.stringify(name)} is computed afterwards, row by row.`,
    remedy: 'Remove it, or give data (table.column) or an expression of the table definition.',
  }));
}

function missingData(name: string, path: string): TemplateFault {
  return {
    path: `${path}.data`,
    code: 'missing',
    problem: `The column ${JSON.stringify(name)} has no "data".`,
    remedy:
      'Give the table and column that it comes from, as in the query (table.column). A computed column needs an expression of the table definition, or has to be listed under appends.',
  };
}

function taggedWith(column: SoundColumn, tags: readonly string[], path: string) {
  return soundItems(column.meta)
    .filter(({ item: tag }) => tags.includes(tag))
    .map(({ item: tag, index }) => ({ tag, tagPath: `${path}.meta[${index}]` }));
}
