import { readdirSync, readFileSync } from 'node:fs';
import { replaceSections } from './markdown.ts';

const folder = new URL('../../docs/decisions/', import.meta.url);

/** docs/README.md, with a line for each decision. */
export function documentationIndex(current: string): string {
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `- [${titleOf(name)}](decisions/${name})`);

  return replaceSections(current, { decisions: lines.join('\n') }, 'docs/README.md');
}

function titleOf(name: string): string {
  const title = /^# (.+)$/m.exec(readFileSync(new URL(name, folder), 'utf8'))?.[1];
  if (title === undefined) throw new Error(`docs/decisions/${name} has no title. Begin it with "# ".`);

  return title;
}
