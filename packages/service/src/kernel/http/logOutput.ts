import { writeSync } from 'node:fs';

/** Where the lines of the log go. */
export interface LogOutput {
  write(line: string): void;
}

export interface LogOutputOptions {
  readonly descriptor: number;
  /** Called with the error of the first line that is lost, and not again until one was written. */
  readonly onLoss: (error: NodeJS.ErrnoException) => void;
  /** The line that follows a gap. */
  readonly gapLine: (gap: LogGap) => string;
  /** Writes the bytes, or a part of them, and returns their number. Defaults to `writeSync`. */
  readonly write?: (descriptor: number, bytes: Uint8Array) => number;
}

/** Lines that could not be written. */
export interface LogGap {
  readonly lines: number;
  readonly since: Date;
  readonly error: NodeJS.ErrnoException;
}

/** A pipe whose reader is slow is full for a moment. */
const busyCodes: ReadonlySet<string | undefined> = new Set(['EAGAIN', 'EBUSY']);
const busyMilliseconds = 10;
const busyAttempts = 20;

/**
 * Writes lines to a file descriptor, each before `write` returns, so that a killed process has logged all of them. A line that
 * cannot be written, for example because the disk is full, is counted and dropped: the log never ends the service. The first
 * line that can be written again follows one about the gap.
 */
export function logOutput({
  descriptor,
  onLoss,
  gapLine,
  write = (fd, bytes) => writeSync(fd, bytes),
}: LogOutputOptions): LogOutput {
  let gap: { lines: number; readonly since: Date; readonly error: NodeJS.ErrnoException } | null = null;
  /** Whether the last line was written in part only. */
  let isTorn = false;

  return {
    write(line) {
      try {
        if (gap !== null) {
          append(gapLine(gap));
          gap = null;
        }
        append(line);
      } catch (error) {
        lose(error as NodeJS.ErrnoException);
      }
    },
  };

  function lose(error: NodeJS.ErrnoException): void {
    if (gap !== null) {
      gap.lines++;
      return;
    }
    gap = { lines: 1, since: new Date(), error };
    onLoss(error);
  }

  function append(line: string): void {
    const bytes = Buffer.from(isTorn ? `\n${line}` : line);
    let written = 0;
    try {
      while (written < bytes.length) written += writeWhenReady(bytes.subarray(written));
      isTorn = false;
    } finally {
      if (written > 0) isTorn = written < bytes.length;
    }
  }

  function writeWhenReady(bytes: Uint8Array): number {
    for (let attempt = 1; ; attempt++) {
      try {
        return write(descriptor, bytes);
      } catch (error) {
        const isBusy = busyCodes.has((error as NodeJS.ErrnoException).code);
        // Once lines are lost, none waits: the service would stand still with its reader.
        if (!isBusy || gap !== null || attempt === busyAttempts) throw error;
        Atomics.wait(sleeper, 0, 0, busyMilliseconds);
      }
    }
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));
