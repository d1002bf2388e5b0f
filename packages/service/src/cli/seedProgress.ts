import type { SeedProgress } from '../kernel/Module.ts';

/** Shows how far seeding has come: one line that is written over in a terminal, a line a table elsewhere. */
export function seedProgress(stream: NodeJS.WriteStream): (step: SeedProgress) => void {
  return ({ table, done, total }) => {
    const isDone = done >= total;
    const text = `  ${table}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
    if (stream.isTTY) stream.write(`\r\x1b[2K${text}${isDone ? '\n' : ''}`);
    else if (isDone) stream.write(`${text}\n`);
  };
}
