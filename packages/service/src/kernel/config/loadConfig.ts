import { StartError } from '../StartError.ts';
import { builtInSections } from './builtInSections.ts';
import { checkWritten } from './checkWritten.ts';
import { configKeys } from './configKeys.ts';
import { type ConfigOf, rootOf, type Section } from './defineSection.ts';
import { childOf, type Node } from './keys.ts';
import { isObject, merge } from './merge.ts';
import { type ConfigFile, readConfigFile } from './readConfigFile.ts';
import { readVariables, type VariablesRead } from './readVariables.ts';
import { refuseCollisions } from './refuseCollisions.ts';

export interface LoadOptions {
  /** The JSON file to read in place of rowhouse.config.json and of the one that ROWHOUSE_CONFIG names. */
  readonly file?: string;
  /** What the application itself configures: it goes before the defaults, and after the file and the variables. */
  readonly values?: object;
  /** What messages call `values`; `the application's configuration` by default. */
  readonly valuesName?: string;
}

/**
 * Reads the configuration: environment variables go before the file, the file before `values`, and these before the
 * defaults; objects are merged. Throws one StartError that names every fault: where it was written, the value (never a
 * secret one) and what is expected.
 *
 * `sections` are all sections: `[...builtInSections, ...those of modules]`.
 */
export function loadConfig<const S extends readonly Section[] = typeof builtInSections>(
  environment: NodeJS.ProcessEnv,
  folder: string,
  sections: S = builtInSections as unknown as S,
  { file: path, values = {}, valuesName = "the application's configuration" }: LoadOptions = {},
): ConfigOf<S> {
  refuseCollisions(sections);
  const root = rootOf(sections);
  const file = readConfigFile(path, environment, folder);
  const read = readVariables(configKeys(root), environment);
  const written = [values, file?.content, read.values].reduce(merge, {}) as Record<string, unknown>;

  const layers = [...(file === null ? [] : [file]), { path: valuesName, content: values }];
  const faults = [...read.faults, ...checkWritten(root, written, (key) => findSource(key, read, layers))];
  const messages = faults.map(({ text }) => text);

  const config: Record<string, unknown> = {};
  // The sections without faults of their own; their values are in `config`.
  const sound = sections.filter(({ name, node, check, complete }) => {
    const names = name === '' && node.kind === 'group' ? Object.keys(node.keys) : [name];
    if (faults.some(({ path: [first = ''] }) => names.includes(first))) return false;
    const part = name === '' ? written : (written[name] ?? {});
    const found = check(part as never);
    messages.push(...found);
    if (found.length > 0) return false;
    const value = complete(withDefaults(node, part) as never, folder);
    Object.assign(config, name === '' ? value : { [name]: value });
    return true;
  });
  for (const { reads, checkTogether } of sound) {
    if (!reads.every((name) => sound.some((section) => section.name === name))) continue;
    messages.push(...checkTogether(config as never));
  }
  if (messages.length > 0) {
    throw new StartError(
      `The configuration has faults:\n${messages.map((message) => `  - ${message}`).join('\n')}`,
      { status: 2 },
    );
  }

  return config as ConfigOf<S>;
}

/** What was written, completed by the defaults. */
function withDefaults(node: Node, written: unknown): unknown {
  if (node.kind === 'key') return merge(node.default, written);
  const given = isObject(written) ? written : {};
  const names =
    node.kind === 'group'
      ? Object.keys(node.keys)
      : [...new Set([...Object.keys(node.names), ...Object.keys(given)])];
  const entries = names.map((name) => {
    const own = Object.hasOwn(given, name) ? given[name] : undefined;
    return [name, withDefaults(childOf(node, name) as Node, own)] as const;
  });

  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Where a key was written, for messages: its variable, or the first of the files that has it. */
function findSource(
  path: readonly string[],
  { values, sources }: VariablesRead,
  files: readonly ConfigFile[],
): string {
  const key = `"${path.join('.')}"`;
  for (let length = path.length; length > 0 && has(values, path); length--) {
    const name = sources.get(path.slice(0, length).join('.'));
    if (name !== undefined) return length === path.length ? name : `${key} in ${name}`;
  }

  return `${key} in ${files.find(({ content }) => has(content, path))?.path ?? 'the configuration'}`;
}

function has(content: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  if (typeof content !== 'object' || content === null || !Object.hasOwn(content, name)) return false;
  return has((content as Record<string, unknown>)[name], rest);
}
