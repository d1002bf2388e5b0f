import { type IdentifierNode, type Kysely, type KyselyPlugin, OperationNodeTransformer } from 'kysely';

/** Converts names between the application's queries and the database. */
export interface DatabaseNames {
  toDatabase(name: string): string;
  /** The name in a query's rows for a name of the database. */
  toHost(name: string): string;
}

export const sameNames: DatabaseNames = { toDatabase: (name) => name, toHost: (name) => name };

/**
 * Methods of Kysely's CamelCasePlugin and its subclasses; detected by methods, since several copies of Kysely may be
 * installed.
 */
interface RenamingPlugin extends KyselyPlugin {
  snakeCase(name: string): string;
  camelCase(name: string): string;
}

export interface NamedDatabase<DB> {
  /** With the application's plugins. */
  readonly db: Kysely<DB>;
  /** Without them, for queries that use the database's names. */
  readonly rawDb: Kysely<DB>;
  readonly names: DatabaseNames;
}

/** Finds the plugins of a database that rename tables and columns. */
export function namedDatabase<DB>(db: Kysely<DB>): NamedDatabase<DB> {
  const rawDb = db.withoutPlugins();
  const { plugins } = db.getExecutor();
  const renaming = plugins.filter(isRenaming);

  if (renaming.length === 0) return { db, rawDb, names: sameNames };

  return {
    db: plugins.reduce(
      (built, plugin) =>
        built.withPlugin(isRenaming(plugin) && !isRepeatable(plugin) ? repeatable(plugin) : plugin),
      rawDb,
    ),
    rawDb,
    names: {
      toDatabase: (name) => renaming.reduce((text, plugin) => snakeOnce(plugin, text), name),
      toHost: (name) => renaming.reduce((text, plugin) => plugin.camelCase(text), name),
    },
  };
}

/** Each part of `schema.table` or `table.column`, by the database's name. */
export function dottedToDatabase(dotted: string, { toDatabase }: DatabaseNames): string {
  return dotted.split('.').map(toDatabase).join('.');
}

function isRenaming(plugin: KyselyPlugin): plugin is RenamingPlugin {
  const { snakeCase, camelCase } = plugin as Partial<RenamingPlugin>;

  return typeof snakeCase === 'function' && typeof camelCase === 'function';
}

/** Kysely converts the names of a subquery once per enclosing query. With `upperCase` that changes them again. */
function isRepeatable(plugin: RenamingPlugin): boolean {
  const converted = plugin.snakeCase('aB1');

  return plugin.snakeCase(converted) === converted;
}

/** Leaves names of the database unchanged. */
function snakeOnce(plugin: RenamingPlugin, name: string): string {
  return plugin.snakeCase(plugin.camelCase(name)) === name ? name : plugin.snakeCase(name);
}

function repeatable(plugin: RenamingPlugin): KyselyPlugin {
  const transformer = new (class extends OperationNodeTransformer {
    protected override transformIdentifier(node: IdentifierNode): IdentifierNode {
      return { ...node, name: snakeOnce(plugin, node.name) };
    }
  })();

  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: (result) => plugin.transformResult(result),
  };
}
