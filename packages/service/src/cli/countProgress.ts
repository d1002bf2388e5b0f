const barWidth = 30;

interface CountProgress {
  readonly total: number;
  /** Those that failed among them. */
  readonly done: number;
  readonly failed?: number;
}

/** Shows how far something has come: a bar that is written over in a terminal, a line for each tenth elsewhere. */
export function countProgress(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  name: string,
): (progress: CountProgress) => void {
  let shown = 0;
  let before = 0;

  return ({ total, done, failed = 0 }) => {
    // Of very many, not each one is worth a line that is written over.
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
}
