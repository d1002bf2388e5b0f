import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { SystemUser } from './SystemUser.ts';

const run = promisify(execFile);

/**
 * Whether the user can reach what is inside a folder (`enter`) and list it (`read`). Asked of the operating system by a
 * process of that user, because every parent folder, access lists and mount options have a say.
 */
export async function isReachable(
  folder: string,
  user: SystemUser | null,
  wanted: 'enter' | 'read',
): Promise<boolean> {
  if (user === null) return true;
  try {
    const test = wanted === 'read' ? 'cd "$1" && test -r .' : 'cd "$1"';
    await run('/bin/sh', ['-c', test, 'sh', folder], { uid: user.uid, gid: user.gid, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}
