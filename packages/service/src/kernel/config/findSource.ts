import type { ConfigFile } from './readConfigFile.ts';
import type { VariablesRead } from './readVariables.ts';

/** Where a key was written, for messages: its variable, or the first of the files that has it. */
export function findSource(
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
