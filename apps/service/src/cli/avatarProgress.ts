import type { BackfillProgress } from '@rowhouse/avatars';

const barWidth = 30;

/** Shows how far it has come: a bar that is written over in a terminal, a line for each tenth elsewhere. */
export function avatarProgress(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
): (progress: BackfillProgress) => void {
  let shown = 0;

  return ({ total, generated, failed }) => {
    const done = generated + failed;
    // Of very many users, not each one is worth a line that is written over.
    const step = Math.floor((done / Math.max(total, 1)) * (stream.isTTY ? 1000 : 10));
    if (done === 0 || (step === shown && done < total)) return;
    shown = step;
    const count = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
    const text = `  avatars: ${count}${failed === 0 ? '' : ` (${failed.toLocaleString('en')} failed)`}`;
    if (!stream.isTTY) {
      stream.write(`${text}\n`);

      return;
    }
    const filled = Math.min(barWidth, Math.floor((done / total) * barWidth));
    const bar = '█'.repeat(filled).padEnd(barWidth, '░');
    stream.write(`\r\x1b[2K  ${bar}${text}${done >= total ? '\n' : ''}`);
  };
}
