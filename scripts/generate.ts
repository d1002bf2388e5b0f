/**
 * Writes the files that are generated from sources: `node --conditions=@rowhouse/source scripts/generate.ts`.
 * With `--check` nothing is written; stale files are named, and the exit code is 1 when there are any.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buttonsReference } from './generate/buttonsReference.ts';
import { configurationReference } from './generate/configurationReference.ts';
import { documentationIndex } from './generate/documentationIndex.ts';
import { eventsReference } from './generate/eventsReference.ts';
import { metaTagsReference } from './generate/metaTagsReference.ts';
import { templateJsonSchema } from './generate/templateJsonSchema.ts';
import { templateReference } from './generate/templateReference.ts';

interface GeneratedFile {
  /** From the root of the repository. */
  readonly path: string;
  /** What belongs into the file; `current` is what is in it, empty when it does not exist. */
  readonly content: (current: string) => string;
}

const files: readonly GeneratedFile[] = [
  { path: 'packages/tables/table-template.schema.json', content: templateJsonSchema },
  { path: 'docs/reference/template.md', content: templateReference },
  { path: 'docs/reference/configuration.md', content: configurationReference },
  { path: 'docs/reference/meta-tags.md', content: metaTagsReference },
  { path: 'docs/reference/buttons.md', content: buttonsReference },
  { path: 'docs/reference/events.md', content: eventsReference },
  { path: 'docs/README.md', content: documentationIndex },
];

const stale = files.flatMap(({ path, content }) => {
  const target = fileURLToPath(new URL(`../${path}`, import.meta.url));
  const current = read(target);
  const wanted = content(current);
  return wanted === current ? [] : [{ path, target, wanted }];
});

if (process.argv.includes('--check')) {
  for (const { path } of stale) console.error(`${path} is stale. Run: npm run generate`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const { path, target, wanted } of stale) {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, wanted);
    console.log(`${path} written`);
  }
}

function read(target: string): string {
  try {
    return readFileSync(target, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
