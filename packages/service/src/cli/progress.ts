import type { SeedProgress } from '../kernel/module/Module.ts';
import type { Count, ShowCount } from '../kernel/module/ModuleCommand.ts';

const barWidth = 30;

/** Prints progress: a bar in a terminal, otherwise a line per 10 %. */
export function countProgress(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>, name: string): ShowCount {
  let shown = 0;
  let before = 0;

  const show = ({ total, done, failed = 0 }: Count) => {
    // Limits updates for large totals.
    const step = Math.floor((done / Math.max(total, 1)) * (stream.isTTY ? 1000 : 10));
    if (done === before || (step === shown && done < total)) return;
    shown = step;
    before = done;
    const count = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
    const text = `  ${name}: ${count}${failed === 0 ? '' : ` (${failed.toLocaleString('en')} failed)`}`;
    if (!stream.isTTY) {
      stream.write(`${text}\n`);

      return;
    }
    const filled = Math.min(barWidth, Math.floor((done / total) * barWidth));
    const bar = '█'.repeat(filled).padEnd(barWidth, '░');
    stream.write(`\r\x1b[2K  ${bar}${text}${done >= total ? '\n' : ''}`);
  };

  return Object.assign(show, { end: () => void (stream.isTTY && stream.write('\n')) });
}

/** Prints progress of seeding: an updated line in a terminal, otherwise a line per table. */
export function seedProgress(stream: NodeJS.WriteStream): (step: SeedProgress) => void {
  return ({ table, done, total }) => {
    const isDone = done >= total;
    const text = `  ${table}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
    if (stream.isTTY) stream.write(`\r\x1b[2K${text}${isDone ? '\n' : ''}`);
    else if (isDone) stream.write(`${text}\n`);
  };
}
