import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/packages.ts';

/** One block of a guide, in its order. */
export interface Block {
  /** `ts`, `vue`, `sh`, and `diff` for lines to be added. */
  readonly language: string;
  /** Path of the file, of the paragraph before that begins with one; empty for commands. */
  readonly file: string;
  readonly content: string;
}

/** The blocks of a guide by the number of their section: `## 2. A table`. */
export async function readBlocks(path: string): Promise<Map<number, Block[]>> {
  const text = await readFile(join(root, path), 'utf8');
  const sections = text.split(/^## (?=\d)/m).slice(1);

  return new Map(
    sections.map((section) => [
      Number.parseInt(section, 10),
      [
        ...section.matchAll(/(?:^(?:`([\w./-]+)`)?([^\n]+)?\n(?:[^\n`]+\n)*\n)?^```(\w+)\n([\s\S]*?)^```$/gm),
      ].map(([, file = '', , language = '', content = '']) => ({
        language,
        file: language === 'sh' ? '' : file,
        content,
      })),
    ]),
  );
}

/** Writes the files of these blocks, and adds the lines of their diffs. */
export async function applyBlocks(blocks: readonly Block[], folder: string): Promise<void> {
  for (const { language, file, content } of blocks.filter((block) => block.language !== 'sh')) {
    if (file === '') throw new Error(`A block of ${language} names no file:\n${content}`);
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    const isDiff = language === 'diff';
    // One block has several places of a file between lines of `@@`.
    const text = isDiff
      ? content
          .split(/^@@.*\n/m)
          .reduce((old, diff) => applied(old, diff, file), await readFile(path, 'utf8'))
      : content;
    await writeFile(path, text);
  }
}

/** Lines with a plus are added where the others are, once. */
function applied(text: string, diff: string, file: string): string {
  const side = (mark: string) =>
    diff.replaceAll(/^(.?)(.*)\n/gm, (line, first: string, rest: string) => {
      if (line === '\n') return line;

      return first === ' ' || first === mark ? `${rest}\n` : '';
    });
  const parts = text.split(side('-'));
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places for:\n${diff}`);

  return parts.join(side('+'));
}
