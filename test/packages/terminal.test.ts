import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { commandsOf, openTerminal } from './terminal.ts';

it('takes a block apart as bash does', () => {
  const commands = [
    'a=1   # comment',
    'cat <<END\n$a; "\nEND',
    'echo one \\\n  two && echo "three\nfour"',
    'for b in 1 2; do\n  echo $b\ndone | sort',
  ];

  expect(commandsOf(`${commands.join('\n\n')}\n`).map((command) => command.trim())).toEqual(commands);
  expect(() => commandsOf('echo "open')).toThrow('These lines are no whole command:\necho "open');
});

it('keeps the files that commands create, and reports which one failed', async () => {
  const terminal = await openTerminal(tmpdir());
  try {
    const printed = await terminal.run(
      "a=1\nalias say='echo said'\ncd / && say $a in $PWD\nsleep 60 & sleeping=$!",
    );
    expect(printed.trim()).toBe('said 1 in /');
    await expect(terminal.run('echo before; ls /nowhere; true')).resolves.toMatch(/before\n.*\/nowhere/);
    await expect(terminal.run('false | cat')).rejects.toThrow('false | cat\nended with 1:');
    await expect(terminal.run('echo last; exit 3')).rejects.toThrow(
      /exit 3\nended with the end of the shell:\nlast/,
    );
  } finally {
    await terminal.close();
  }
});
