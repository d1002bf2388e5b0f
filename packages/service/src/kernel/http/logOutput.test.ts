import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type LogGap, logOutput } from './logOutput.ts';

const gapLine = ({ lines, error }: LogGap) => `gap: ${lines} ${error.code}\n`;

/** A disk whose room a test changes. */
function smallDisk() {
  const disk = { room: 0, text: '', code: 'ENOSPC', attempts: 0 };
  const write = (_descriptor: number, bytes: Uint8Array) => {
    disk.attempts++;
    const taken = bytes.subarray(0, disk.room);
    if (taken.length === 0) throw Object.assign(new Error('no space left'), { code: disk.code });
    disk.room -= taken.length;
    disk.text += Buffer.from(taken).toString();

    return taken.length;
  };
  const losses: string[] = [];
  const onLoss = ({ code }: NodeJS.ErrnoException) => losses.push(code ?? '');

  return { disk, losses, output: logOutput({ descriptor: -1, write, onLoss, gapLine }) };
}

describe('A log that cannot be written', () => {
  it('counts and drops its lines, and says how many when there is room again', () => {
    const { disk, losses, output } = smallDisk();
    disk.room = 4;
    for (const line of ['one\n', 'two\n', 'six\n', 'ten\n']) output.write(line);
    disk.room = 1_000;
    output.write('new\n');
    output.write('end\n');
    expect([disk.text, losses]).toEqual(['one\ngap: 3 ENOSPC\nnew\nend\n', ['ENOSPC']]);
  });

  it('ends a line of which only a part was written, so that the next one can be read', () => {
    const { disk, output } = smallDisk();
    disk.room = 6;
    output.write('{"a":1}\n');
    disk.room = 1_000;
    output.write('{"b":2}\n');
    expect(disk.text).toBe('{"a":1\ngap: 1 ENOSPC\n{"b":2}\n');
  });

  it('counts the lines of a gap on, if there is no room for the line about it', () => {
    const { disk, losses, output } = smallDisk();
    output.write('one\n');
    disk.room = 3;
    output.write('two\n');
    disk.room = 1_000;
    output.write('six\n');
    output.write('ten\n');
    expect([disk.text, losses]).toEqual(['gap\ngap: 2 ENOSPC\nsix\nten\n', ['ENOSPC']]);
  });

  it('waits a moment for a slow reader, but only until lines are lost', () => {
    const { disk, losses, output } = smallDisk();
    disk.code = 'EAGAIN';
    output.write('one\n');
    const waited = disk.attempts;
    for (let line = 0; line < 1_000; line++) output.write('more\n');
    expect([waited > 1, disk.attempts - waited]).toEqual([true, 1_000]);
    disk.room = 1_000;
    output.write('end\n');
    expect([disk.text, losses]).toEqual(['gap: 1001 EAGAIN\nend\n', ['EAGAIN']]);
  });

  it('on a device that is full, loses the lines only', () => {
    const descriptor = openSync('/dev/full', 'a');
    const losses: unknown[] = [];
    const output = logOutput({ descriptor, gapLine, onLoss: ({ code }) => losses.push(code) });
    output.write('one\n');
    output.write('two\n');
    closeSync(descriptor);
    expect(losses).toEqual(['ENOSPC']);
  });

  it('on a filesystem that is full, writes on when a file was deleted', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rowhouse-small-'));
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status === 0;
    const losses: unknown[] = [];
    try {
      const file = join(folder, 'rowhouse.log');
      const output = logOutput({
        descriptor: openSync(file, 'a'),
        gapLine,
        onLoss: ({ code }) => losses.push(code),
      });
      output.write('before\n');
      // Only root may mount: elsewhere the filesystem has room, and no line is lost.
      if (mounted) expect(() => writeFileSync(join(folder, 'rest'), Buffer.alloc(200_000))).toThrow('ENOSPC');
      const line = `${'x'.repeat(4_095)}\n`;
      for (let count = 0; count < 3; count++) output.write(line);
      rmSync(join(folder, 'rest'), { force: true });
      output.write('after\n');
      const text = readFileSync(file, 'utf8');
      expect(losses).toEqual(mounted ? ['ENOSPC'] : []);
      expect(text.endsWith('after\n')).toBe(true);
      expect(/gap: \d ENOSPC\nafter\n$/.test(text)).toBe(mounted);
    } finally {
      if (mounted) spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
