import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { takesMinutes } from '../takesMinutes.ts';
import { installClient } from './installClient.ts';

// Installs the client.
takesMinutes(5);

/** SHA-256 of the paths and contents that npm publishes as @enso-ui/tables 3.4.5, hidden files aside. */
const published = 'c2c1148f4ac7558f165358f08b18044fb1236dbeb24dd5dfe45a9fe0813b877c';

beforeAll(installClient);

test('the client that the tests mount is @enso-ui/tables 3.4.5 as published', () => {
  const folder = dirname(createRequire(import.meta.url).resolve('@enso-ui/tables/package.json'));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  // Its dependencies may be installed below it.
  const files = globSync('**/*', { cwd: folder, exclude: ['node_modules'], withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(folder, file)));

  expect(version).toBe('3.4.5');
  expect(hash.digest('hex')).toBe(published);
});
