#!/usr/bin/env node
const [major = 0] = process.versions.node.split('.').map(Number);

if (major < 24) {
  console.error(
    `Rowhouse needs Node.js 24 or newer; this is ${process.version}. Install it from https://nodejs.org, or run ` +
      'the command with a Node of its own: npx -p node@24 -p rowhouse rowhouse serve',
  );
  process.exit(2);
}
const { run } = await import('./cli/run.ts');
await run(process.argv);

export {};
