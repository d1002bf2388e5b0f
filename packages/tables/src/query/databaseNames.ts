import { type IdentifierNode, type Kysely, type KyselyPlugin, OperationNodeTransformer } from 'kysely';

/** How the names of the application's queries and those of the database become each other. */
export interface DatabaseNames {
  toDatabase(name: string): string;
  /** The name under which a query's rows have what the database calls so. */
  toHost(name: string): string;
}

export const sameNames: DatabaseNames = { toDatabase: (name) => name, toHost: (name) => name };

/** What Kysely's CamelCasePlugin and its subclasses have; told by its methods, since there may be several Kyselys. */
interface RenamingPlugin extends KyselyPlugin {
  snakeCase(name: string): string;
  camelCase(name: string): string;
}

export interface NamedDatabase<DB> {
  /** With the application's plugins. */
  readonly db: Kysely<DB>;
  /** Without them, for queries whose names are those of the database. */
  readonly own: Kysely<DB>;
  readonly names: DatabaseNames;
}

/** Finds the plugins of a database that rename tables and columns. */
export function namedDatabase<DB>(db: Kysely<DB>): NamedDatabase<DB> {
  const own = db.withoutPlugins();
  const { plugins } = db.getExecutor();
  const renaming = plugins.filter(isRenaming);

  if (renaming.length === 0) return { db, own, names: sameNames };

  return {
    db: plugins.reduce(
      (built, plugin) =>
        built.withPlugin(isRenaming(plugin) && !isRepeatable(plugin) ? repeatable(plugin) : plugin),
      own,
    ),
    own,
    names: {
      toDatabase: (name) => renaming.reduce((text, plugin) => snakeOnce(plugin, text), name),
      toHost: (name) => renaming.reduce((text, plugin) => plugin.camelCase(text), name),
    },
  };
}

/** Each part of `schema.table` or `table.column`, as the database calls it. */
export function dottedToDatabase(dotted: string, { toDatabase }: DatabaseNames): string {
  return dotted.split('.').map(toDatabase).join('.');
}

function isRenaming(plugin: KyselyPlugin): plugin is RenamingPlugin {
  const { snakeCase, camelCase } = plugin as Partial<RenamingPlugin>;

  return typeof snakeCase === 'function' && typeof camelCase === 'function';
}

/** Kysely converts the names of a subquery once for each query around it. With `upperCase` that makes other names of them. */
function isRepeatable(plugin: RenamingPlugin): boolean {
  const converted = plugin.snakeCase('aB1');

  return plugin.snakeCase(converted) === converted;
}

/** Leaves names alone that are the database's already. */
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
