import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineService } from '@rowhouse/service';

// It has the password, and is not in the repository. Variables of the environment go before it.
const file = join(import.meta.dirname, '.env');
if (existsSync(file)) process.loadEnvFile(file);

export default defineService({
  databases: { data: { url: process.env.TABLES_URL ?? '' } },
  tables: join(import.meta.dirname, 'tables'),
});
