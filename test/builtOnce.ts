import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';

/**
 * The folder of something that several test files need built: the first one builds it, the others wait for it.
 * Throws the message of the build that failed, in all of them.
 */
export async function builtOnce(name: string, build: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = join(inject('buildsFolder'), name);
  const outcome = `${folder}.outcome`;
  const isFirst = (await mkdir(folder, { recursive: true })) !== undefined;

  if (isFirst) {
    const failure = await build(folder).then(
      () => '',
      (error: Error) => error.message,
    );
    await writeFile(outcome, failure);
  }

  for (;;) {
    const failure = await readFile(outcome, 'utf8').catch(() => null);
    if (failure === '') return folder;
    if (failure !== null) throw new Error(`${name} could not be built: ${failure}`);
    await setTimeout(50);
  }
}
