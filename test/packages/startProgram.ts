import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { signalGroup } from './signalGroup.ts';
import { outsideOfNpm } from './tarballs.ts';

export interface Program {
  /** What the pattern found in its output. */
  readonly found: string;
  /** All that it has printed so far. */
  output(): string;
  /** Ends it, and what it has started. */
  stop(): Promise<void>;
}

/**
 * Starts a program, and waits until it has printed what the pattern looks for: its first group, or all of it. Rejects
 * with its output when it ends before.
 */
export async function startProgram(
  command: string,
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly variables?: Readonly<Record<string, string>>;
    readonly until: RegExp;
  },
): Promise<Program> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    // A group of its own: npm ends without the program that a script has started.
    detached: true,
    env: { ...outsideOfNpm(), NO_COLOR: '1', ...options.variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  const found = await outputOf(child, options.until, output);

  return {
    found,
    output: () => output.join(''),
    stop: async () => {
      if (child.stdout.closed) return;
      // Its output is open until all of them have ended.
      const closed = once(child, 'close');
      signalGroup(child.pid, 'SIGTERM');
      await closed;
    },
  };
}

/** Resolves with what the pattern finds; `output` continues to be filled. */
function outputOf(child: ChildProcess, pattern: RegExp, output: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output.push(chunk.toString());
      const match = pattern.exec(output.join(''));
      if (match !== null) resolve(match[1] ?? match[0]);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`It ended with ${code}:\n${output.join('')}`)));
  });
}
