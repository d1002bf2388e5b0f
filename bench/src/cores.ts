import { availableParallelism, cpus } from 'node:os';

/** What the machine has to work with, for reports: `2 cores (name of the processor)`. */
export function cores(): string {
  return `${availableParallelism()} cores (${cpus()[0]?.model.trim()})`;
}
