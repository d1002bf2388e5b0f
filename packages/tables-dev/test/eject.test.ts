import { join } from 'node:path';
import { createTables, type TableDefinition } from '@rowhouse/tables';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { checkTables } from '../src/index.ts';
import { type FoundTables, foundTables, routes, withEjected } from './foundTables.ts';

describe.each(dialects)('tables that are ejected, on %s', (dialect) => {
  let served: FoundTables;

  beforeAll(async () => {
    served = await foundTables(dialect);
  });

  afterAll(() => served.destroy());

  it('pass the checks, and serve the same', async () => {
    const { db, found, tables } = served;

    await withEjected(found, async (folder, written) => {
      const definitions: TableDefinition[] = [];
      for (const { name } of written) {
        const module: Record<string, TableDefinition> = await import(join(folder, `${name}.ts`));
        const own = module[name];
        if (!own) throw new Error(`${name}.ts exports no ${name}.`);
        definitions.push(own);
      }
      const ejected = createTables({ db, routes, definitions });

      expect((await checkTables(ejected)).filter((entry) => entry.faults.length > 0)).toEqual([]);
      for (const { id } of found.tables) {
        expect(await ejected.data(id, {}), id).toEqual(await tables.data(id, {}));
        expect(await ejected.init(id), id).toEqual(await tables.init(id));
      }
    });
  });
});
