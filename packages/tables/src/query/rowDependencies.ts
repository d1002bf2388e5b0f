import {
  AliasNode,
  ColumnNode,
  CommonTableExpressionNode,
  FunctionNode,
  IdentifierNode,
  type OperationNode,
  RawNode,
  ReferenceNode,
  SelectQueryNode,
  TableNode,
} from 'kysely';
import { type Catalogue, type CatalogueTable, tableLabel } from './catalogue.ts';
import { dropUnusedJoins } from './dropUnusedJoins.ts';
import type { HostQuery } from './HostQuery.ts';
import { wordsOf } from './lookups.ts';
import { tableAndAlias } from './TableName.ts';

/** Everything that determines the number of rows of a query. */
export interface RowDependencies {
  /** Each table → the columns that its conditions and joins use. */
  readonly tables: ReadonlyMap<CatalogueTable, ReadonlySet<string>>;
  /** A further dependency whose changes cannot be derived from the query; null if there is none. */
  readonly unknown: string | null;
}

/** The tables and columns on which the number of rows of an unfiltered query depends. */
export function rowDependencies(query: HostQuery, catalogue: Catalogue): RowDependencies {
  // The selection does not matter, except for a distinct query, which is counted as a whole.
  const counted = query.decomposable ? query.builder.clearSelect() : query.builder;
  const found = collect(counted.withPlugin(dropUnusedJoins(query.lookups)).toOperationNode(), catalogue);
  const tables = new Map([...found.byAlias.values()].flat().map((table) => [table, new Set<string>()]));
  let { unknown } = found;

  const add = (column: string, among: Iterable<CatalogueTable>): boolean => {
    const owners = [...among].flatMap((table) => {
      const name = [...table.columns.keys()].find((own) => own.toLowerCase() === column.toLowerCase());

      return name === undefined ? [] : [{ table, name }];
    });
    for (const { table, name } of owners) tables.get(table)?.add(name);

    return owners.length > 0;
  };

  for (const { alias, column } of found.references) {
    // For a derived table, the column is one of the tables inside.
    add(column, (alias !== null && found.byAlias.get(alias)) || tables.keys());
  }
  for (const word of found.words) {
    if (!add(word, tables.keys()) && !found.names.has(word)) unknown ??= `\`${word}\` in raw SQL`;
  }

  return { tables, unknown };
}

interface Collected {
  readonly byAlias: Map<string, CatalogueTable[]>;
  readonly references: { readonly alias: string | null; readonly column: string }[];
  /** Words of raw SQL that are names. */
  readonly words: Set<string>;
  /** Names of tables and schemas, in lower case. */
  readonly names: Set<string>;
  unknown: string | null;
}

function collect(root: OperationNode, catalogue: Catalogue): Collected {
  const collected: Collected = {
    byAlias: new Map(),
    references: [],
    words: new Set(),
    names: new Set(),
    unknown: null,
  };
  const expressions = new Set<string>();
  const note = (unknown: string) => {
    collected.unknown ??= unknown;
  };

  const addTable = (source: OperationNode) => {
    const named = tableAndAlias(source);
    if (!named) return;
    const { alias, table } = named;
    for (const name of [alias, table.name, table.schema ?? alias]) collected.names.add(name.toLowerCase());
    if (table.schema === null && expressions.has(table.name)) return;
    const found = catalogue.find(table);
    if (!found)
      note(
        `\`${table.schema ? `${table.schema}.` : ''}${table.name}\`, which is not a table of the database`,
      );
    else if (found.isView) note(`the view \`${tableLabel(found)}\``);
    else collected.byAlias.set(alias, [...(collected.byAlias.get(alias) ?? []), found]);
  };

  const addRaw = (text: string) => {
    const unfollowed = unfollowedText(text);
    if (unfollowed) note(`\`${unfollowed}\` in raw SQL`);
    for (const word of wordsOf(text.replace(/'(?:[^']|'')*'/g, ' '))) {
      if (!isKeyword(word)) collected.words.add(word);
    }
  };

  const visit = (part: unknown, inRaw = false): void => {
    if (Array.isArray(part)) {
      for (const item of part) visit(item, inRaw);
      return;
    }
    if (typeof part !== 'object' || part === null || !('kind' in part)) return;

    const node = part as OperationNode;

    if (ReferenceNode.is(node)) {
      const alias = node.table?.table.identifier.name ?? null;
      if (ColumnNode.is(node.column)) collected.references.push({ alias, column: node.column.column.name });
    } else if (ColumnNode.is(node)) {
      collected.references.push({ alias: null, column: node.column.name });
    } else if (TableNode.is(node) || (AliasNode.is(node) && TableNode.is(node.node))) {
      addTable(node);
    } else if (CommonTableExpressionNode.is(node)) {
      expressions.add(node.name.table.table.identifier.name);
      if (!SelectQueryNode.is(node.expression) && !RawNode.is(node.expression))
        note('a statement that writes');
      visit(node.expression);
    } else if (RawNode.is(node)) {
      addRaw(node.sqlFragments.join(' '));
      visit(node.parameters, true);
    } else if (IdentifierNode.is(node)) {
      if (inRaw) addRaw(node.name);
    } else {
      if (FunctionNode.is(node) && !isPureFunction(node.func)) note(`the function \`${node.func}\``);
      for (const value of Object.values(node)) visit(value, inRaw);
    }
  };

  // Common table expressions come first, since the rest refers to them.
  if (SelectQueryNode.is(root)) visit(root.with);
  visit(root);

  return collected;
}

/**
 * Words of SQL that are not names of tables, columns or functions. `select` is not included, because a subquery refers
 * to tables.
 */
const keywords = new Set(
  `all and any array as asc between bigint bool boolean by case cast char character collate date decimal desc distinct
  double else end escape exists false first float from glob ilike in int integer interval is last like match not null
  nulls numeric on or precision real regexp rlike similar smallint some symmetric text then time timestamp
  timestamptz to true unknown unsigned uuid varchar when with without zone`.match(/\w+/g),
);

/** Functions whose result depends only on their arguments. */
const functions = new Set(
  `abs avg btrim ceil ceiling char_length character_length coalesce concat concat_ws count div extract floor greatest
  hex if ifnull iif instr json_extract jsonb_extract_path json_unquote least left length locate lower lpad ltrim max
  md5 min mod nullif octet_length overlay pow power position regexp_like regexp_replace replace reverse right round
  rpad rtrim sign split_part sqrt starts_with strpos substr substring sum trim trunc upper`.match(/\w+/g),
);

function isKeyword(word: string): boolean {
  return keywords.has(word) || functions.has(word) || /^\d/.test(word);
}

function isPureFunction(name: string): boolean {
  return functions.has(name.toLowerCase());
}

/** Calls of raw SQL to other functions, or to the current time; null if there are none. */
function unfollowedText(text: string): string | null {
  const [, time] = text.match(/'\s*(now|today|tomorrow|yesterday)\b/i) ?? [];

  if (time) return `'${time}'`;

  for (const [call, name = ''] of text
    .replace(/'(?:[^']|'')*'/g, "''")
    .matchAll(/([\p{L}\p{N}_$]+)"?\s*\(/gu)) {
    if (!isKeyword(name.toLowerCase())) return `${call})`;
  }

  return null;
}
