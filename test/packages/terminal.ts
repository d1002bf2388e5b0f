import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signalGroup } from './signalGroup.ts';
import { outsideOfNpm } from './tarballs.ts';
import type { Transcript } from './transcript.ts';

/** One bash, into which the blocks of a guide are pasted: variables, folders and background jobs last until the end. */
export interface Terminal {
  /**
   * Runs the commands of a block one after the other, each as replaced by `instead`, and returns their output. Throws the
   * command and what it printed when one fails.
   */
  run(block: string, instead?: (command: string) => string): Promise<string>;
  /** Ends the shell and all that it has started. */
  close(): Promise<void>;
}

export async function openTerminal(cwd: string, transcript?: Transcript): Promise<Terminal> {
  const scratch = await mkdtemp(join(tmpdir(), 'rowhouse-terminal-'));
  const pasted = join(scratch, 'pasted.sh');
  // A group of its own, which background jobs belong to.
  const shell = spawn('bash', ['--norc', '--noprofile'], {
    cwd,
    detached: true,
    env: { ...outsideOfNpm(), NO_COLOR: '1', FORCE_COLOR: '0' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(shell, 'close');
  let isClosed = false;
  let output = '';
  let look = () => {};
  shell.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    look();
  });
  // Its background jobs have its output open: only with their end all of it has come.
  shell.on('exit', () => signalGroup(shell.pid, 'SIGKILL'));
  shell.on('close', () => {
    isClosed = true;
    look();
  });
  // Aliases work as in an interactive shell.
  shell.stdin.write('exec 2>&1; shopt -s expand_aliases; set -o pipefail\n');

  const runOne = async (command: string): Promise<string> => {
    const mark = `-- ${crypto.randomUUID()}`;
    const end = new RegExp(`\\n${mark} (\\d+)\\n`);
    await writeFile(pasted, `${command}\n`);
    output = '';
    shell.stdin.write(`. '${pasted}' < /dev/null; printf '\\n${mark} %s\\n' $?\n`);
    const status = await new Promise<string>((resolve) => {
      look = () => {
        const found = end.exec(output)?.[1];
        if (found !== undefined) resolve(found);
        else if (isClosed) resolve('the end of the shell');
      };
      look();
    });
    const printed = output.replace(end, '');
    if (status !== '0') throw new Error(`${command}\nended with ${status}:\n${printed}`);

    return printed;
  };

  return {
    run: async (block, instead = (command) => command) => {
      const printed: string[] = [];
      for (const typed of commandsOf(block)) {
        const response = await runOne(instead(typed));
        transcript?.command(typed, response);
        printed.push(response);
      }

      return printed.join('\n');
    },
    close: async () => {
      signalGroup(shell.pid, 'SIGKILL');
      await ended;
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

/** A block's commands, as bash takes them one by one: lines are joined until they are whole. */
export function commandsOf(block: string): string[] {
  const commands: string[] = [];
  let open: string[] = [];
  for (const line of block.trimEnd().split('\n')) {
    open.push(line);
    if (!isWhole(open.join('\n'))) continue;
    commands.push(open.join('\n'));
    open = [];
  }
  if (open.length > 0) throw new Error(`These lines are no whole command:\n${open.join('\n')}`);

  return commands.filter((command) => command.trim() !== '');
}

/** An unfinished here-document is a warning only, and so is the end of the text after a backslash. */
function isWhole(text: string): boolean {
  if (text.endsWith('\\')) return false;
  const { status, stderr } = spawnSync('bash', ['-n', '-c', text], { encoding: 'utf8' });

  return status === 0 && stderr === '';
}
