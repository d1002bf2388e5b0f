import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/packages.ts';
import { takesMinutes } from '../takesMinutes.ts';
import { codeFiles } from './markdown.ts';

// Builds all packages.
takesMinutes(10);

it('has the types of the service in the examples of docs/guides/modules.md', async () => {
  // Below the repository, where its packages are found.
  await mkdir(join(root, 'test-output'), { recursive: true });
  const folder = await mkdtemp(join(root, 'test-output/module-types-'));
  try {
    const files = codeFiles('docs/guides/modules.md');
    // What the compiler has to refuse, so that it is known to look.
    files.set(
      'wrong.ts',
      "import { reports } from './office/report.ts';\nexport const name: number = reports.name;\n",
    );
    for (const [file, code] of files) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), code);
    }
    const config = { extends: join(root, 'tsconfig.json'), include: ['**/*.ts'], exclude: [] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const output = await new Promise<string>((resolve) => {
      execFile(
        join(root, 'node_modules/.bin/tsc'),
        ['-p', folder, '--pretty', 'false'],
        { cwd: folder },
        (_, out) => resolve(out),
      );
    });
    // Sources of the service need what its own build adds to the types of Fastify.
    const own = output.split('\n').filter((line) => /^[^.\s]/.test(line));
    expect(own).toEqual(["wrong.ts(2,14): error TS2322: Type 'string' is not assignable to type 'number'."]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  // The compiler reads all of the service.
});
