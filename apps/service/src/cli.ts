#!/usr/bin/env node
import { defineCommand, runMain } from 'citty';
import { commands } from './cli/commands.ts';
import { version } from './http/version.ts';

await runMain(
  defineCommand({
    meta: { name: 'rowhouse', version, description: 'Server-side data tables, driven by a JSON template.' },
    subCommands: commands,
  }),
);
