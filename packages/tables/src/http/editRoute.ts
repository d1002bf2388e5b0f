import { okay, pathOf, type RouteParts, type TableRoute } from './TableRoute.ts';

/** The route that changes one cell of a table. */
export function editRoute<Incoming>(
  { id, open, tables, user, timeZone }: RouteParts<Incoming>,
  name: string,
): TableRoute<Incoming> {
  return {
    ...{ kind: 'edit', name, path: pathOf(name), methods: ['PATCH'] },
    ...{ open, changes: true, background: false },
    async respond({ body, incoming }) {
      const caller = await user(name, incoming);

      return okay(await tables.edit(id, body, caller, { timeZone: timeZone(incoming, caller) }));
    },
  };
}
