import { type ConfigKey, configKeys } from './configKeys.ts';
import { rootOf, type Section } from './defineSection.ts';
import { describeSchema } from './describeSchema.ts';
import { configFileVariable } from './readConfigFile.ts';

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

/** Words of messages, which are no Markdown. */
function escapeMarkdown(text: string): string {
  return text.replace(/[<*_`]/g, '\\$&');
}
