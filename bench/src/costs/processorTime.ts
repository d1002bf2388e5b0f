import { readdirSync, readFileSync } from 'node:fs';

/** `/proc` counts in hundredths of a second. */
const ticksPerSecond = 100;

interface Stat {
  readonly parent: number;
  /** Processor time of the process, in seconds. */
  readonly own: number;
  /** That of children that have ended. */
  readonly ended: number;
}

/** Linux: what a process has used. Null once it has ended. */
function statOf(pid: number): Stat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may have spaces.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const seconds = (from: number) => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) / ticksPerSecond;

    return { parent: fields[1] ?? 0, own: seconds(11), ended: seconds(13) };
  } catch {
    return null;
  }
}

/** Seconds of processor time that a process has used, with all its threads. */
export const processorTime = (pid: number): number => statOf(pid)?.own ?? 0;

/** Seconds that PostgreSQL has used: the process that accepts connections, and all that it has started. */
export function serverTime(postmaster: number): number {
  const server = statOf(postmaster);
  if (server === null) return 0;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === postmaster);

  return children.reduce((sum, stat) => sum + (stat?.own ?? 0), server.own + server.ended);
}

/** The process that a backend belongs to. */
export const parentOf = (pid: number): number => statOf(pid)?.parent ?? 0;

/** Resident memory in MB, as Linux counts it. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];

  return Number(kilobytes ?? 0) / 1024;
}
