import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { confirmBuild } from './confirmBuild.ts';

const build = { tables: ['customers', 'orders'], indexes: 18 };

function terminal(isTTY: boolean) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let shown = '';
  output.on('data', (text) => {
    shown += text;
  });

  return {
    input: Object.assign(input, { isTTY }),
    output: Object.assign(output, { isTTY }),
    shown: () => shown,
  };
}

it.each([
  ['y', true],
  ['YES', true],
  ['n', false],
  ['', false],
])('asks on a terminal what may be built, and takes "%s" for %s', async (typed, expected) => {
  const { input, output, shown } = terminal(true);
  input.write(`${typed}\n`);
  expect(await confirmBuild(false, { input, output })(build)).toBe(expected);
  expect(shown()).toContain(
    '--measure builds each of 18 indexes in a transaction that is rolled back; it blocks writes to customers, orders meanwhile.\n' +
      'Continue? [y/N] ',
  );
});

it('requires --yes without a terminal', async () => {
  const { input, output } = terminal(false);
  await expect(confirmBuild(false, { input, output })(build)).rejects.toMatchObject({
    name: 'StartError',
    status: 2,
    message: expect.stringContaining('Add --yes'),
  });
  expect(await confirmBuild(true, { input, output })(build)).toBe(true);
});

it('takes the end of the input for no', async () => {
  const { input, output } = terminal(true);
  input.end();
  expect(await confirmBuild(false, { input, output })(build)).toBe(false);
});
