import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { metaTags } from '@rowhouse/table-protocol/internal';
import schema from '@rowhouse/tables/table-template.schema.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';

const page = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');

/** Rows of the page's table under a heading. */
function rowsOf(heading: string): { subject: string; file: string; name: string }[] {
  const section = page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| `([^`]+)` +\| `([^`]+)`: (.+?) *\|$/gm)].map(
    ([, subject = '', file = '', name = '']) => ({ subject, file, name }),
  );
}

/** Fields of a complex button, from the published schema. */
function buttonFields(): string[] {
  const choices = schema.properties.buttons.items.anyOf;
  const button = choices.find((choice) => 'properties' in choice);
  return Object.keys(button?.properties ?? {});
}

describe('packages/table-vue/test/README.md', () => {
  it.each([
    ['Meta tags', [...metaTags]],
    ['Button fields', buttonFields()],
    ['Events', ['event', 'postEvent', 'clicked', 'ready', 'fetched', 'reset', 'signed-out']],
  ])('names a test for each of: %s', (heading, wanted) => {
    const named = new Set(rowsOf(heading).map(({ subject }) => subject));
    expect([...named].sort()).toEqual([...new Set(wanted)].sort());
  });

  it('names existing tests', () => {
    const rows = ['Meta tags', 'Button fields', 'Events'].flatMap(rowsOf);
    const missing = rows.filter(
      ({ file, name }) => !readFileSync(join(import.meta.dirname, file), 'utf8').includes(name),
    );
    expect(rows.length).toBeGreaterThan(40);
    expect(missing).toEqual([]);
  });
});
