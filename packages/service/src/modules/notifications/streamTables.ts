import type { FastifyInstance } from 'fastify';
import type { User } from '../../kernel/access/User.ts';
import type { OpenEventBus } from '../../kernel/events/EventBus.ts';
import type { AnnouncedTable } from '../../kernel/events/TableEvents.ts';
import type { StreamEvents } from './messages.ts';

type TablesEvent = 'live-tables' | 'table-changes';

interface StreamTablesOptions {
  readonly app: Pick<FastifyInstance, 'tableEvents' | 'mayCall'>;
  readonly events: Pick<OpenEventBus, 'onAccessChange'>;
  /** The user when the stream was opened. */
  readonly user: User;
  /** The user of the stream as of now; null without a permitted one. Rejects if that cannot be checked. */
  readonly readUser: () => Promise<User | null>;
  readonly send: <Event extends TablesEvent>(event: Event, data: StreamEvents[Event]) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Sends the names of changed tables, without data: first `live-tables` with the announced tables, then
 * `table-changes`. Users are notified of tables whose data route they may call at that moment. Returns a
 * function that ends it.
 */
export function streamTables(options: StreamTablesOptions): () => void {
  const { app, events, readUser, send, onError } = options;
  let user: User | null = options.user;
  let isStale = false;
  let hasEnded = false;

  const permitted = async (tables: readonly AnnouncedTable[]): Promise<string[]> => {
    while (isStale) {
      isStale = false;
      user = await readUser().catch((error: unknown) => {
        isStale = true;
        throw error;
      });
    }

    return [...new Set(tables.filter(({ route }) => app.mayCall(user, route)).map(({ path }) => path))];
  };
  const sendPermitted = async (event: TablesEvent, tables: readonly AnnouncedTable[]) => {
    const paths = await permitted(tables);
    if (paths.length > 0 && !hasEnded) send(event, { paths });
  };

  const endings = [
    events.onAccessChange(() => {
      isStale = true;
    }),
    app.tableEvents.onChange((tables) => void sendPermitted('table-changes', tables).catch(onError)),
  ];
  app.tableEvents
    .announced()
    .then((tables) => sendPermitted('live-tables', tables))
    // Without it, pages poll.
    .catch(onError);

  return () => {
    hasEnded = true;
    for (const end of endings) end();
  };
}
