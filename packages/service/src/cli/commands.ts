import { apiKeyCreate } from './apiKeyCreate.ts';
import { appUpgrade } from './appUpgrade.ts';
import { avatarsGenerate } from './avatarsGenerate.ts';
import { build } from './build.ts';
import { demoSeed } from './demoSeed.ts';
import { eject } from './eject.ts';
import { logsPrune } from './logsPrune.ts';
import { migrate } from './migrate.ts';
import { serve } from './serve.ts';
import { tablesAdvise } from './tablesAdvise.ts';
import { tablesCheck } from './tablesCheck.ts';
import { tablesMake } from './tablesMake.ts';
import { userCreate } from './userCreate.ts';
import { userPassword } from './userPassword.ts';
import { work } from './work.ts';

/** What can be written after `rowhouse`; docs/reference/commands.md describes the same. */
export const commands = {
  serve,
  work,
  build,
  migrate,
  'app:upgrade': appUpgrade,
  'user:create': userCreate,
  'user:password': userPassword,
  'api-key:create': apiKeyCreate,
  'demo:seed': demoSeed,
  'app:avatars:generate': avatarsGenerate,
  'app:logs:prune': logsPrune,
  'tables:check': tablesCheck,
  'tables:advise': tablesAdvise,
  'tables:make': tablesMake,
  eject,
};
