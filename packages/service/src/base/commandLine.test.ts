import { expect, it } from 'vitest';
import { commandLine, serveCommandLine } from './commandLine.ts';

const folder = '/srv/rowhouse';
const source = ['/usr/bin/node', '/srv/rowhouse/packages/service/src/cli.ts'];

it.each([
  [source, 'start', 'npm run rowhouse -- migrate', 'npm start'],
  [source, 'rowhouse', 'npm run rowhouse -- migrate', 'npm run rowhouse -- serve'],
  [
    source,
    undefined,
    'node --conditions=@rowhouse/source packages/service/src/cli.ts migrate',
    'node --conditions=@rowhouse/source packages/service/src/cli.ts serve',
  ],
  [
    ['/usr/bin/node', '/srv/office/node_modules/.bin/rowhouse'],
    undefined,
    'npx rowhouse migrate',
    'npx rowhouse serve',
  ],
  [['/usr/bin/node', '/usr/bin/rowhouse'], undefined, 'rowhouse migrate', 'rowhouse serve'],
])('prints a command as it can be typed: %j %s', (argv, script, migrate, serve) => {
  const options = { argv, environment: { npm_lifecycle_event: script }, folder };
  expect([commandLine('migrate', options), serveCommandLine(options)]).toEqual([migrate, serve]);
});
