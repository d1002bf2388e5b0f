import { rootOf, type Section } from './defineSection.ts';
import { describeSchema, type Key, type Named, type Node } from './keys.ts';

/** The environment variable with the path of the configuration file. */
export const configFileVariable = 'ROWHOUSE_CONFIG';

/** A key with its path and environment variable. */
export interface ConfigKey {
  readonly path: readonly string[];
  readonly node: Key | Named;
  readonly variable: string;
  /** Read when `variable` is absent. */
  readonly alias?: string;
}

/** Every key below a node that an environment variable can set, in order of declaration. */
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

/** Every key of the sections, as a table in Markdown. */
export function configurationTable(sections: readonly Section[]): string {
  return [
    '| Variable | Key in the file | Default | Accepts | Meaning |',
    '|---|---|---|---|---|',
    `| \`${configFileVariable}\` | | \`rowhouse.config.json\` | the path of a file | The configuration file. It may be absent unless this names it. |`,
    ...configKeys(rootOf(sections)).map(row),
  ].join('\n');
}

function row({ variable, path, node }: ConfigKey): string {
  const expected = node.expected ?? (node.kind === 'key' ? describeSchema(node.schema) : '');
  const cells = [
    `\`${variable}\``,
    `\`${path.join('.')}\``,
    defaultOf(node),
    escapeMarkdown(expected),
    node.description,
  ];

  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function defaultOf(node: ConfigKey['node']): string {
  if (node.defaultText !== undefined) return node.defaultText;
  const value = node.kind === 'key' ? node.default : undefined;
  if (value === undefined || value === '') return 'not set';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : `\`${value.join(', ')}\``;
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** Texts of messages are not Markdown. */
function escapeMarkdown(text: string): string {
  return text.replace(/[<*_`]/g, '\\$&');
}
