import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Runs a program next to the tests, where packages are found by their names, and returns its output. */
export async function runProgram(name: string, program: string): Promise<{ stdout: string; stderr: string }> {
  const path = new URL(`./${name}-${process.pid}.tmp.ts`, import.meta.url).pathname;
  await writeFile(path, program);
  try {
    return await promisify(execFile)(process.execPath, ['--conditions=@rowhouse/source', path]);
  } finally {
    await rm(path);
  }
}
