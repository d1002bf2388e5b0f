import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { StartError } from '../../base/errors.ts';
import { kernelSections } from './Config.ts';
import { checkWritten, isObject, merge } from './checkWritten.ts';
import { configFileVariable, configKeys } from './configKeys.ts';
import { type ConfigOf, rootOf, type Section } from './defineSection.ts';
import { childOf, type Node } from './keys.ts';
import { readVariables, type VariablesRead } from './readVariables.ts';

export interface LoadOptions {
  /** Path of the JSON file. Defaults to that of ROWHOUSE_CONFIG, otherwise rowhouse.config.json. */
  readonly file?: string;
  /** Configuration by the application: overrides defaults; overridden by the file and variables. */
  readonly values?: object;
  /** Name of `values` in messages. Defaults to `the application's configuration`. */
  readonly valuesName?: string;
}

/**
 * Reads the configuration. Environment variables override the file, the file overrides `values`, and `values` override the
 * defaults; objects are merged. `sections` contains all sections, including those of modules.
 *
 * @throws StartError that lists every fault: where it was set, the value (never a secret) and what is expected.
 */
export function loadConfig<const S extends readonly Section[] = typeof kernelSections>(
  environment: NodeJS.ProcessEnv,
  folder: string,
  sections: S = kernelSections as unknown as S,
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
  // Sections without faults of their own; `config` contains their values.
  const valid = sections.filter(({ name, node, check, complete }) => {
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
  for (const { reads, checkTogether } of valid) {
    if (!reads.every((name) => valid.some((section) => section.name === name))) continue;
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

/** The configured values with defaults. */
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

/** Where a key was set, for messages: its variable, or the first source that has it. */
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

interface ConfigFile {
  /** For messages. */
  readonly path: string;
  readonly content: object;
}

const usualName = 'rowhouse.config.json';

/** Reads the file `given`, else that of ROWHOUSE_CONFIG, else `rowhouse.config.json`, which may be absent (null). */
function readConfigFile(
  given: string | undefined,
  environment: NodeJS.ProcessEnv,
  workingFolder: string,
): ConfigFile | null {
  const named = given ?? environment[configFileVariable];
  const path = resolve(workingFolder, named || usualName);
  const text = readText(path);
  if (text === null) {
    if (!named) return null;
    throw new StartError(
      given === undefined
        ? `${configFileVariable} names ${path}, which cannot be read. Correct the path, or unset the variable.`
        : `The configuration file ${path} cannot be read. Correct the path.`,
      { status: 2 },
    );
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new StartError(`${path} is not valid JSON: ${(error as Error).message}. Correct it there.`, {
      status: 2,
    });
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new StartError(`${path} must contain one JSON object, such as {"port": 3000}.`, { status: 2 });
  }
  const { $schema: _, ...keys } = content as Record<string, unknown>;
  return { path, content: keys };
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** @throws StartError that lists sections and variables declared twice, with both declarations. */
export function refuseCollisions(sections: readonly Section[]): void {
  const names = new Map<string, string>();
  const variables = new Map([[configFileVariable, 'the path of the configuration file']]);
  const faults: string[] = [];
  const claim = (taken: Map<string, string>, what: string, name: string, owner: string) => {
    const other = taken.get(name);
    if (other === undefined) taken.set(name, owner);
    else faults.push(`${what} is declared twice: ${other} and ${owner}. Rename one of them.`);
  };

  for (const section of sections) {
    const { name, node } = section;
    const owner = `by ${section.module === undefined ? 'the service' : `the module ${section.module}`}`;
    const own = node.kind === 'group' ? Object.keys(node.keys) : Object.keys(node.names);
    for (const key of name === '' && node.kind === 'group' ? own : [name]) {
      if (!/^[a-z][A-Za-z0-9]*$/.test(key)) {
        faults.push(
          `"${key}", declared ${owner}, is not a valid section name. Use a name such as shop or shopOrders.`,
        );
      }
      claim(
        names,
        `The key "${key}" of the configuration`,
        key,
        `${owner} (${name === '' ? key : own.join(', ')})`,
      );
    }
    for (const { path, variable, alias } of configKeys(node, name === '' ? [] : [name])) {
      for (const each of alias === undefined ? [variable] : [variable, alias]) {
        claim(variables, `The variable ${each}`, each, `for ${path.join('.')} ${owner}`);
      }
    }
  }
  if (faults.length > 0) {
    throw new StartError(
      `The declared configuration has faults:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
      { status: 2 },
    );
  }
}
