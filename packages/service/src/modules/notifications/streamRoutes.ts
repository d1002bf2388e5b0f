import { randomUUID } from 'node:crypto';
import type { Transform } from 'node:stream';
import { fastifySSE, type SSEMessage } from '@fastify/sse';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { Type } from 'typebox';
import { covers } from '../../kernel/access/Grant.ts';
import { readerOf } from '../../kernel/access/readerOf.ts';
import { type Authenticate, nullIfRefused, type User } from '../../kernel/access/User.ts';
import type { Config } from '../../kernel/config/Config.ts';
import type { OpenEventBus, UserEvent } from '../../kernel/events/EventBus.ts';
import { type Reader, type Translate, translateFor } from '../../kernel/language/translate.ts';
import type { StreamEvents } from './messages.ts';
import { presentNotification, type StoredNotification } from './StoredNotification.ts';
import { streamTables } from './streamTables.ts';

export interface StreamTimes {
  /** Milliseconds between comments that keep the connection open. */
  readonly heartbeat: number;
  /** Milliseconds between checks that the users are still signed in. */
  readonly check: number;
}

interface StreamRoutesOptions {
  readonly events: OpenEventBus;
  readonly authenticate: Authenticate;
  readonly config: Pick<Config, 'tables'>;
  readonly translate: Translate;
  readonly times?: StreamTimes;
  /** For development: whether pages load again when they connect to another process. */
  readonly reloadsPages?: boolean;
}

const defaultTimes: StreamTimes = { heartbeat: 20_000, check: 30_000 };
/**
 * Maximum number of buffered events per page, in addition to those in the network. A slower page is
 * disconnected.
 */
const maxBuffered = 200;
/** Pages reconnect within 2 to 5 seconds, so that not all of them do at the same time. */
const retry = () => 2_000 + Math.floor(Math.random() * 3_000);
/** In development, the only page waits for the restart. */
const quickRetry = 200;

const description =
  'Server-sent events. `notification`: a new or changed notification, as in the list. `changed`: the ' +
  'list has changed; read it again. `job`: progress of an export or a background action. `live-tables`: paths of the data ' +
  'routes whose changes are sent. `table-changes`: paths of those whose rows may have changed. `process`: with ' +
  '`serve --watch`, the id of the process; load the page again if it has changed. `closed`: the stream ends ' +
  'permanently, with the reason `signed-out` or `too-many-streams`. Read the list after every connection: earlier ' +
  'events are not sent.';

/** GET /api/core/notifications/stream: events for the pages of their user. */
export const streamRoutes = fastifyPlugin<StreamRoutesOptions>(
  async (app, { events, authenticate, config, translate, times = defaultTimes, reloadsPages = false }) => {
    await app.register(fastifySSE, { heartbeatInterval: times.heartbeat });
    const streams = userStreams();
    let isStopping = false;
    const processId = randomUUID();
    const check = setInterval(() => void streams.check(), times.check).unref();
    // Subscribed first, so that a connected page misses no event.
    const stopWatching = events.onGap(() => void streams.endAll());
    // Before the server waits for its connections, which would never end.
    app.addHook('preClose', async () => {
      isStopping = true;
      clearInterval(check);
      stopWatching();
      await streams.endAll();
    });

    app.get(
      '/api/core/notifications/stream',
      {
        // Pages connect again by themselves.
        config: { name: 'core.notifications.stream', access: 'signed-in', renewsSession: false },
        // The plugin's own negotiation responds with errors in another format.
        sse: 'manual',
        exposeHeadRoute: false,
        schema: {
          tags: ['notifications'],
          summary: 'Notifications and progress as they happen.',
          description,
          response: { 200: { content: { 'text/event-stream': { schema: Type.String() } } } },
        },
      },
      async (request, reply) => {
        reply.sse.keepAlive();
        // The client may already be gone; no `close` event would follow.
        if (reply.raw.destroyed) return;
        // Unchanged by proxies, and without reuse of the connection.
        reply.header('cache-control', 'no-cache, no-transform').header('connection', 'close');
        const send = sender(reply);
        const stream = openStream(request, reply, send);
        const reader = readerOf(request, config, translate);
        const unsubscribe = events.subscribe(stream.userId, (event) => {
          if (event.event === 'job' && !covers(request.user as User, event.by)) return;
          const { name, data } = streamMessage(event, reader);
          send({ event: name, data });
        });
        const endTables = streamTables({
          app,
          events,
          user: request.user as User,
          readUser: stream.readUser,
          send: (event, data) => send({ event, data }),
          onError: (error) => request.log.warn({ err: error }, 'Changes of tables were not sent'),
        });
        reply.sse.onClose(() => {
          unsubscribe();
          endTables();
          streams.delete(stream);
        });
        streams.add(stream);
        send({ data: undefined, retry: reloadsPages ? quickRetry : retry() });
        if (reloadsPages)
          send({ event: 'process', data: { id: processId } satisfies StreamEvents['process'] });
        if (isStopping) stream.end();
      },
    );

    function openStream(request: FastifyRequest, reply: FastifyReply, send: Send): UserStream {
      const { id: userId, impersonatedBy } = request.user as User;
      const { authorization, cookie, 'x-api-key': apiKey } = request.headers;

      const readUser = async () => {
        const found = await authenticate(
          { authorization, cookie, 'x-api-key': apiKey },
          { again: true },
        ).catch(nullIfRefused);
        const user = found?.user;
        const isSame = user?.id === userId && user.impersonatedBy === impersonatedBy && user.isActive;

        return isSame ? user : null;
      };

      return {
        userId,
        readUser,
        isPermitted: async () => (await readUser()) !== null,
        end: (reason?: EndReason) => {
          if (reason !== undefined)
            send({ event: 'closed', data: { reason } satisfies StreamEvents['closed'] });
          reply.sse.close();
        },
        closed: new Promise((resolve) => reply.raw.once('close', resolve)),
        destroy: () => reply.raw.destroy(),
      };
    }
  },
  { name: 'stream-routes', dependencies: ['guard'] },
);

type Send = (message: SSEMessage) => void;

/** Sends without waiting. The plugin's own `send` leaks listeners when a page is slow. */
function sender(reply: FastifyReply): Send {
  const messages = reply.sse.stream() as Transform;
  messages.pipe(reply.raw, { end: false });
  // Pending messages must not follow the end.
  reply.sse.onClose(() => messages.destroy());

  return (message) => {
    if (!reply.sse.isConnected) return;
    if (messages.writableLength > maxBuffered) reply.raw.destroy();
    else messages.write(message);
  };
}

/** An event in the language and the time zone of its user. */
export function streamMessage(
  event: UserEvent,
  reader: Reader,
): { readonly name: string; readonly data: unknown } {
  if (event.event === 'job') {
    const { message } = event.data;

    return {
      name: 'job',
      data: { ...event.data, message: message && translateFor(reader, message.text, message.parameters) },
    };
  }
  const { data } = event;
  if (data.title === undefined) return { name: 'changed', data };

  return { name: 'notification', data: presentNotification(data as unknown as StoredNotification, reader) };
}

type EndReason = StreamEvents['closed']['reason'];

/** A connection to one page. */
interface UserStream {
  readonly userId: number;
  /** The user as of now; null if the credentials are no longer valid. Rejects if that cannot be checked. */
  readUser(): Promise<User | null>;
  /** Whether the credentials of the stream are still valid. Rejects if that cannot be checked. */
  isPermitted(): Promise<boolean>;
  /** Ends it. Without a reason, the page may connect again. */
  end(reason?: EndReason): void;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
  /** Closes the connection without waiting. */
  destroy(): void;
}

/** The open streams of this process. */
interface UserStreams {
  /** Above `maxPerUser`, the oldest stream of the user ends. */
  add(stream: UserStream): void;
  delete(stream: UserStream): void;
  /** Ends the streams whose user has signed out or is no longer permitted, one after the other. */
  check(): Promise<void>;
  /** Ends all streams, and destroys those that do not end within `patience` milliseconds. */
  endAll(patience?: number): Promise<void>;
}

function userStreams(maxPerUser = 10): UserStreams {
  // In the order of opening.
  const streams = new Set<UserStream>();
  let isChecking = false;

  return {
    add: (stream) => {
      streams.add(stream);
      const ofUser = [...streams].filter(({ userId }) => userId === stream.userId);
      if (ofUser.length > maxPerUser) ofUser[0]?.end('too-many-streams');
    },
    delete: (stream) => {
      streams.delete(stream);
    },
    check: async () => {
      // A check may take longer than the interval.
      if (isChecking) return;
      isChecking = true;
      try {
        for (const stream of [...streams]) {
          // If the database is unavailable, the stream stays open until the next check.
          if (!(await stream.isPermitted().catch(() => true))) stream.end('signed-out');
        }
      } finally {
        isChecking = false;
      }
    },
    endAll: async (patience = 1_000) => {
      const ending = [...streams];
      for (const stream of ending) stream.end();
      let timer: NodeJS.Timeout | undefined;
      const timeLimit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, patience);
      });
      await Promise.race([Promise.all(ending.map(({ closed }) => closed)), timeLimit]);
      clearTimeout(timer);
      for (const stream of ending) stream.destroy();
    },
  };
}
