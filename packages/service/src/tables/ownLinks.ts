import { type RowSource, rowSources } from '@rowhouse/tables-dev/internal';
import { introspectTables } from '@rowhouse/tables-dev/introspect';
import type { User } from '../kernel/access/User.ts';
import type { ServeContext } from '../kernel/module/Module.ts';
import { rowLinks } from './databases/index.ts';
import type { LiveTables } from './liveTables.ts';
import type { RowLinks } from './messages.ts';

/** Links of the tables on the service's own database, by table id. */
export type OwnLinks = (user: User | null) => Promise<ReadonlyMap<string, RowLinks>>;

/**
 * Links between the tables of the service's own database, by its foreign keys. The catalogue is read at the first use, which
 * costs nothing at the start; migrations change it only then. What a definition shows is known from its query, which may
 * need a user.
 */
export function ownLinks({ db, config }: Pick<ServeContext, 'db' | 'config'>, live: LiveTables): OwnLinks {
  const sources = rowSources({ db, config: config.tables });
  let found: ReturnType<typeof introspectTables> | null = null;

  return async (user) => {
    found ??= introspectTables({ db, readsRows: false });
    const { tables } = await found.catch((error: unknown) => {
      // Read again for the next request.
      found = null;
      throw error;
    });
    const definitions = live.current.sets.flatMap(({ database, options }) =>
      database === null ? options.definitions : [],
    );
    const known = new Map<(typeof definitions)[number], RowSource>();
    for (const definition of definitions) {
      const source = await sources.of(definition, user);
      if (source) known.set(definition, source);
    }

    return rowLinks(
      tables,
      [...known.keys()],
      (definition, { schema, name }) => {
        const source = known.get(definition);

        return source?.schema === schema && source.name === name;
      },
      known,
    );
  };
}
