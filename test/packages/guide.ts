import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/packages.ts';

export interface Guide {
  /** Path → content, of the blocks under a paragraph that begins with a path: `src/orders.ts`. */
  readonly files: ReadonlyMap<string, string>;
  /** The blocks of commands, in their order. */
  readonly commands: readonly string[];
}

/** Reads the files and the commands of a guide, or of the section of that heading. Throws when it has none. */
export async function readGuide(path: string | readonly string[], heading?: string): Promise<Guide> {
  const pages = await Promise.all([path].flat().map((page) => readFile(join(root, page), 'utf8')));
  const text = pages.join('\n');
  const part = heading === undefined ? text : section(text, heading);
  const files = [...part.matchAll(/^`([\w./-]+\.\w+)`[^\n]*(?:\n[^\n`]+)*\n\n```\w+\n([\s\S]*?)^```$/gm)];
  const commands = [...part.matchAll(/^```sh\n([\s\S]*?)^```$/gm)];
  if (files.length === 0 || commands.length === 0) {
    throw new Error(`${path} has no files or no commands${heading ? ` under "${heading}"` : ''}.`);
  }

  return {
    files: new Map(files.map(([, name = '', content = '']) => [name, content])),
    commands: commands.map(([, block = '']) => block),
  };
}

/** The blocks of commands of a guide's section, each under its own heading. Throws if there are none. */
export async function readSteps(
  path: string,
  heading: string,
): Promise<{ heading: string; commands: string }[]> {
  const part = section(await readFile(join(root, path), 'utf8'), heading);
  const steps = part.split(/^### /m).flatMap((text) =>
    [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands = '']) => ({
      heading: text.split('\n', 1)[0] ?? '',
      commands,
    })),
  );
  if (steps.length === 0) throw new Error(`${path} has no commands under "${heading}".`);

  return steps;
}

/** The block of code of that language in a guide's section. Throws if there is none. */
export async function readCode(path: string, heading: string, language: string): Promise<string> {
  const part = section(await readFile(join(root, path), 'utf8'), heading);
  const code = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(part)?.[1];
  if (code === undefined) throw new Error(`${path} has no ${language} under "${heading}".`);

  return code;
}

function section(text: string, heading: string): string {
  const [, after] = text.split(`\n## ${heading}\n`);
  if (after === undefined) throw new Error(`There is no heading "${heading}".`);

  return after.split('\n## ')[0] ?? '';
}

export async function writeGuide(guide: Guide, folder: string): Promise<void> {
  for (const [name, content] of guide.files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}
