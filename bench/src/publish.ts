import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Prints a report, and writes it to the file, from the root of the repository; null for none. */
export async function publish(text: string, out: string | null): Promise<void> {
  console.log(`\n${text}`);
  if (out === null) return;
  await writeFile(resolve(root, out), text);
  console.log(`Written to ${out}. \`npm run generate\` takes its tables into docs/benchmarks.md.`);
}
