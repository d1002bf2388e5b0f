import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Keeps processes on one processor core, the same for all. @returns whether the system can do that: Linux, with `taskset` */
export function ontoOneCore(ids: readonly number[]): boolean {
  if (process.platform !== 'linux') return false;
  const allowed = /^Cpus_allowed_list:.*?(\d+)$/m.exec(readFileSync('/proc/self/status', 'utf8'));
  const core = allowed?.[1] ?? '0';

  return ids.every((id) => spawnSync('taskset', ['-a', '-c', '-p', core, String(id)]).status === 0);
}
