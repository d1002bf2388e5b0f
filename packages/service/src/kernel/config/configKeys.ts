import type { Key, Named, Node } from './keys.ts';

/** A key with its place and its environment variable. */
export interface ConfigKey {
  readonly path: readonly string[];
  readonly node: Key | Named;
  readonly variable: string;
  /** Read when `variable` is absent. */
  readonly alias?: string;
}

/** Every key below a node that an environment variable can set, in the order of their declaration. */
export function configKeys(node: Node, path: readonly string[] = []): ConfigKey[] {
  const within = (nodes: Readonly<Record<string, Node>>) =>
    Object.entries(nodes).flatMap(([name, inner]) => configKeys(inner, [...path, name]));
  if (node.kind === 'group') return within(node.keys);
  const variable = variableOf(path);
  if (node.kind === 'named') return [{ path, node, variable }, ...within(node.names)];

  return [{ path, node, variable: node.env ?? variable, ...(node.alias && { alias: node.alias }) }];
}

/** `tables.dateFormat` is ROWHOUSE_TABLES_DATE_FORMAT. */
function variableOf(path: readonly string[]): string {
  const words = path.join('_').replace(/([a-z0-9])([A-Z])/g, '$1_$2');

  return `ROWHOUSE_${words.toUpperCase()}`;
}
