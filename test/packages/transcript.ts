import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/packages.ts';
import { run } from './tarballs.ts';

/** Text that changes from one run to the next, and irrelevant text. */
const noise: readonly (readonly [RegExp, string])[] = [
  [/^npm (warn|notice).*\n?/gm, ''],
  [/^(added|up to date|changed)(.*?) in [\d.]+ ?m?s?$/gm, '$1$2'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:?\d\d)?)?/g, '<time>'],
  [/\b(\d{4}-\d\d-\d\d|\d\d-\d\d-\d{4}) \d\d:\d\d(:\d\d)?\b/g, '<time>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<id>'],
  [/\b[0-9a-f]{20,}\b/g, '<random>'],
  [/\b(token|signature|expires)=[\w%.~-]+/g, '$1=<random>'],
  [/([\w-]+)-[\w-]{8}\.(css|js|woff2|ttf)\b/g, '$1-<hash>.$2'],
  [/\bin [\d.]+ ?m?s\b/g, 'in <time>'],
];

/** The input and output of a walkthrough, written to test-output/reports. */
export class Transcript {
  readonly #name: string;
  readonly #lines: string[] = [];
  readonly #instead: [value: string, shown: string][] = [];

  constructor(name: string) {
    this.#name = name;
  }

  /** Shows something of this machine, or a secret, as something else. */
  show(value: string, shown: string): void {
    this.#instead.push([value, shown]);
  }

  heading(text: string): void {
    this.#lines.push(`## ${text}`);
  }

  text(text: string): void {
    this.#lines.push(this.#plain(text));
  }

  command(typed: string, printed: string): void {
    const prompted = typed.replaceAll(/^/gm, '  ').replace(/^ {2}/, '$ ');
    const response = this.#plain(printed)
      .replaceAll(/\n{3,}/g, '\n\n')
      .replaceAll(/^\n+|\s+$/g, '');
    this.#lines.push(
      `\`\`\`console\n${this.#plain(prompted)}${response === '' ? '' : `\n${response}`}\n\`\`\``,
    );
  }

  /** Writes the page, with the date and the versions of the programs. */
  async write(title: string, introduction: string, programs: readonly string[]): Promise<void> {
    const versions = await Promise.all(
      programs.map(
        async (name) => `${name} ${/\d+(\.\d+)+/.exec(await run(`${name} --version`, root))?.[0]}`,
      ),
    );
    const { version } = JSON.parse(await readFile(join(root, 'packages/tables/package.json'), 'utf8'));
    const date = new Date().toISOString().slice(0, 10);
    const head = [
      `# ${title}`,
      introduction,
      `Written by a test on ${date}. Rowhouse ${version}, ${versions.join(', ')}. Secrets, times, random names and the ` +
        'folders of the machine are left out, and so are the warnings of npm.',
    ];
    const page = [...head, ...this.#lines].join('\n\n').replaceAll('```\n\n```console\n', '');
    const reports = join(root, 'test-output/reports');
    await mkdir(reports, { recursive: true });
    await writeFile(join(reports, this.#name), `${page}\n`);
  }

  #plain(text: string): string {
    let plain = text;
    for (const [value, shown] of this.#instead) plain = plain.replaceAll(value, shown);
    for (const [pattern, shown] of noise) plain = plain.replaceAll(pattern, shown);

    return plain.replaceAll(/[ \t]+$/gm, '').replaceAll(/^(.{400}).{100,}$/gm, '$1 … and so on');
  }
}
