import multipart from '@fastify/multipart';
import { describeOnly, problemOf, sendProblem } from '@rowhouse/problems';
import type {
  FastifyContextConfig,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
} from 'fastify';
import type { Avatar } from '../Avatar.ts';
import type { Avatars } from '../Avatars.ts';
import { AvatarError } from '../errors.ts';
import { Turns } from '../Turns.ts';
import { type ActorOf, authenticate, authorizeChange } from './authorize.ts';
import type { AvatarActor } from './mayChange.ts';
import { readUpload } from './readUpload.ts';
import { showSchema, storeSchema, updateSchema } from './schemas.ts';
import { showAvatar } from './showAvatar.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Dotted name of the route, for example `core.avatars.show`. */
    name?: string;
  }
}

export interface AvatarsPluginOptions {
  readonly avatars: Avatars;
  /** Who is asking; null when nobody is signed in. */
  readonly actor: ActorOf;
  /** Path of the routes, below the prefix that the plugin is registered with; `/api/core/avatars` by default. */
  readonly path?: string;
  /** Hooks of these routes alone, for example one that finds out who is asking. */
  readonly onRequest?: onRequestAsyncHookHandler | readonly onRequestAsyncHookHandler[];
  /** Added to the config of each route, beside its name, for the application's own guard to see. */
  readonly config?: Partial<Record<'store' | 'update' | 'show', FastifyContextConfig>>;
  readonly uploads?: Partial<UploadTurns>;
}

/** Uploads of a user are processed one after the other. A waiting one is not read, and takes no memory. */
export interface UploadTurns {
  /** Most uploads that are read and stored at the same time, of all users, each in memory; 16 by default. */
  readonly atOnce: number;
  /** Most uploads of one user, in progress and waiting; more are refused with 429. 10 by default. */
  readonly perUser: number;
}

/**
 * Serves avatars: `core.avatars.store` at POST /api/core/avatars, `core.avatars.update` at PATCH and
 * `core.avatars.show` at GET /api/core/avatars/{avatar}.
 */
export async function avatars(app: FastifyInstance, options: AvatarsPluginOptions): Promise<void> {
  const {
    avatars: served,
    actor: actorOf,
    path = '/api/core/avatars',
    onRequest = [],
    config = {},
    uploads,
  } = options;
  const turns = new Turns({ atOnce: 16, perUser: 10, ...uploads });

  for (const hook of [onRequest].flat()) app.addHook('onRequest', hook as onRequestAsyncHookHandler);
  app.setErrorHandler(handleError);

  await app.register(storeRoute);
  app.route({
    ...describeOnly(updateSchema),
    method: 'PATCH',
    url: `${path}/:avatar`,
    config: { ...config.update, name: 'core.avatars.update' },
    handler: async (request) => {
      const actor = await authenticate(request, actorOf);
      const { user_id } = await requested(request);
      authorizeChange(actor, user_id);

      return presented(await served.generate(user_id));
    },
  });
  app.route({
    ...describeOnly(showSchema),
    method: 'GET',
    url: `${path}/:avatar`,
    config: { ...config.show, name: 'core.avatars.show' },
    handler: async (request, reply) => {
      await authenticate(request, actorOf);

      return showAvatar(served, await requested(request), request, reply);
    },
  });

  /** In a scope of its own: no other route is to read forms. */
  async function storeRoute(scope: FastifyInstance): Promise<void> {
    if (!scope.hasRequestDecorator('isMultipart')) {
      scope.removeAllContentTypeParsers();
      await scope.register(multipart);
    }
    scope.setErrorHandler((error, request, reply) =>
      handleError(isMediaTypeFault(error) ? notAForm(request) : (error as AvatarError), request, reply),
    );
    scope.route({
      ...describeOnly(storeSchema),
      method: 'POST',
      url: path,
      config: { ...config.store, name: 'core.avatars.store' },
      handler: async (request, reply) => {
        const actor = await authenticate(request, actorOf);
        // Who may not even change the own avatar is not read.
        if (actor.isImpersonated) authorizeChange(actor, actor.id);
        if (!request.isMultipart()) throw notAForm(request);
        if (request.body !== undefined) throw new Error(formAlreadyRead);

        return turns.run(String(actor.id), () => storeUpload(request, actor), disconnection(reply));
      },
    });
  }

  async function storeUpload(request: FastifyRequest, actor: AvatarActor) {
    const { image, userId } = await readUpload(request, served.limits().bytes);
    const ownerId = userId === null || userId === String(actor.id) ? actor.id : userId;
    authorizeChange(actor, ownerId);

    return presented(await served.store(ownerId, image));
  }

  async function requested({ params }: FastifyRequest): Promise<Avatar> {
    const { avatar: id } = params as { avatar: string };
    const avatar = /^[1-9]\d{0,9}$/.test(id) ? await served.find(Number(id)) : null;
    if (avatar === null) {
      throw new AvatarError('avatars.not_found', `Avatar ${id.slice(0, 40)} does not exist.`);
    }

    return avatar;
  }
}

/** Aborted when nobody waits for the response any more. */
function disconnection({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () =>
    controller.abort(
      new AvatarError(
        'avatars.malformed_upload',
        'The client has closed the connection. Send the form again.',
      ),
    ),
  );

  return controller.signal;
}

/** Its parser would wait for a body that has gone by. */
const formAlreadyRead =
  'The application has already read the form of core.avatars.store: it registers @fastify/multipart with ' +
  'attachFieldsToBody for all routes. Register that in the scope of the routes that need it.';

function presented({ id, user_id, file_id, url }: Avatar) {
  return { id, user_id, file_id, url };
}

function isMediaTypeFault(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE';
}

function notAForm({ headers }: FastifyRequest): AvatarError {
  const type = headers['content-type']?.slice(0, 60) ?? 'without a content type';

  return new AvatarError(
    'avatars.unsupported_media_type',
    `The body is ${type}. Send multipart/form-data with the image in the field avatar.`,
  );
}

/** Sends an error that the client caused or that is temporary. Others are thrown, to the application's own handler. */
function handleError(
  error: FastifyError | AvatarError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = problemOf(error, request.url, 'avatars.malformed_upload');
  if (problem === null) throw error;
  if (problem.status === 503) request.log.error({ err: error }, 'avatars are unavailable');

  return sendProblem(reply.header('cache-control', 'no-store'), problem);
}
