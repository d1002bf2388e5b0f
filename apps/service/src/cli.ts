#!/usr/bin/env node
import { defineCommand, runMain } from 'citty';
import { apiKeyCreate } from './cli/apiKeyCreate.ts';
import { avatarsGenerate } from './cli/avatarsGenerate.ts';
import { demoSeed } from './cli/demoSeed.ts';
import { migrate } from './cli/migrate.ts';
import { serve } from './cli/serve.ts';
import { userCreate } from './cli/userCreate.ts';
import { work } from './cli/work.ts';
import { version } from './http/version.ts';

await runMain(
  defineCommand({
    meta: { name: 'rowhouse', version, description: 'Server-side data tables, driven by a JSON template.' },
    subCommands: {
      serve,
      work,
      migrate,
      'user:create': userCreate,
      'api-key:create': apiKeyCreate,
      'demo:seed': demoSeed,
      'app:avatars:generate': avatarsGenerate,
    },
  }),
);
