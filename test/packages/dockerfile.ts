import { cp, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { root } from '../../scripts/packages.ts';

export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** The instructions of the repository's Dockerfile by their stage: its name, or its number. */
export async function readDockerfile(): Promise<Map<string, Instruction[]>> {
  const text = await readFile(join(root, 'Dockerfile'), 'utf8');
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages = new Map<string, Instruction[]>();

  for (const line of lines) {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') stages.set(/ AS (\w+)/.exec(rest)?.[1] ?? String(stages.size), []);
    [...stages.values()].at(-1)?.push({ name, rest });
  }

  return stages;
}

/** What COPY takes from the repository. */
export function copiedPaths(instructions: readonly Instruction[]): string[] {
  return instructions
    .filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from'))
    .flatMap(({ rest }) => rest.split(/\s+/).slice(0, -1));
}

/** Carries a stage's COPY out into a folder, without what .dockerignore keeps from Docker. */
export async function copyContext(paths: readonly string[], folder: string): Promise<void> {
  const ignored = (await readFile(join(root, '.dockerignore'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '');
  const names = ignored.filter((line) => line.startsWith('**/')).map((line) => line.slice(3));
  const isIgnored = (path: string) =>
    ignored.includes(relative(root, path)) ||
    names.some((name) =>
      name.startsWith('*') ? basename(path).endsWith(name.slice(1)) : basename(path) === name,
    );

  for (const path of paths) {
    await cp(join(root, path), join(folder, path), {
      recursive: true,
      filter: (source) => !isIgnored(source),
    });
  }
}
