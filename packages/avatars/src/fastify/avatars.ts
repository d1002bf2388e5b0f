import multipart from '@fastify/multipart';
import { describeOnly, problemOf, say, sendProblem, type TranslateText, Turns } from '@rowhouse/problems';
import type {
  FastifyContextConfig,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
} from 'fastify';
import type { Avatar, Avatars } from '../Avatars.ts';
import { AvatarError } from '../errors.ts';
import type { AvatarActor } from './authorize.ts';
import { type ActorOf, authenticate, authorizeChange } from './authorize.ts';
import { readUpload } from './readUpload.ts';
import { showSchema, storeSchema, updateSchema } from './schemas.ts';
import { showAvatar } from './showAvatar.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Dotted name of the route, for example `core.avatars.show`. */
    name?: string;
  }
}

export type TranslateFor = (request: FastifyRequest) => TranslateText | undefined;

export interface AvatarsPluginOptions {
  readonly avatars: Avatars;
  /** The requesting user; null if no user is signed in. */
  readonly actor: ActorOf;
  /** Path of the routes, under the prefix of the plugin. Defaults to `/api/core/avatars`. */
  readonly path?: string;
  /** Hooks of these routes only, for example one that authenticates. */
  readonly onRequest?: onRequestAsyncHookHandler | readonly onRequestAsyncHookHandler[];
  /** Added to the config of each route, next to its name, for the application's own hooks. */
  readonly config?: Partial<Record<'store' | 'update' | 'show', FastifyContextConfig>>;
  readonly uploads?: Partial<UploadTurns>;
  /** Translates messages about faults for the reader; undefined for English, as by default. */
  readonly translateFor?: TranslateFor;
}

/** Uploads of one user are processed one after the other. Waiting uploads are not read and take no memory. */
export interface UploadTurns {
  /** Maximum number of uploads processed at the same time, each held in memory. Defaults to 16. */
  readonly atOnce: number;
  /** Maximum number of uploads per user, running and waiting; more are refused with 429. Defaults to 10. */
  readonly perUser: number;
}

/**
 * Serves avatars: `core.avatars.store` at POST /api/core/avatars, `core.avatars.update` at PATCH and
 * `core.avatars.show` at GET /api/core/avatars/{avatar}.
 */
export async function avatars(app: FastifyInstance, options: AvatarsPluginOptions): Promise<void> {
  const {
    avatars: service,
    actor: actorOf,
    path = '/api/core/avatars',
    onRequest = [],
    config = {},
    uploads,
    translateFor,
  } = options;
  const turns = new Turns({
    atOnce: 16,
    perUser: 10,
    ...uploads,
    refusal: (tasks) =>
      new AvatarError(
        'avatars.too_many_uploads',
        say`This user has ${tasks} uploads in progress, which is the limit. Wait for one to finish, then try again.`,
      ),
  });

  for (const hook of [onRequest].flat()) app.addHook('onRequest', hook as onRequestAsyncHookHandler);
  const handleError = errorHandler(translateFor);
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

      return presented(await service.generate(user_id));
    },
  });
  app.route({
    ...describeOnly(showSchema),
    method: 'GET',
    url: `${path}/:avatar`,
    config: { ...config.show, name: 'core.avatars.show' },
    handler: async (request, reply) => {
      await authenticate(request, actorOf);

      return showAvatar(service, await requested(request), request, reply);
    },
  });

  /** In its own scope: only this route parses forms. */
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
        // A form is not read if its sender may not change any avatar.
        if (actor.isImpersonated) authorizeChange(actor, actor.id);
        if (!request.isMultipart()) throw notAForm(request);
        if (request.body !== undefined) throw new Error(formAlreadyRead);

        return turns.run(String(actor.id), () => storeUpload(request, actor), disconnection(reply));
      },
    });
  }

  async function storeUpload(request: FastifyRequest, actor: AvatarActor) {
    const { image, userId } = await readUpload(request, service.limits().bytes);
    const ownerId = userId === null || userId === String(actor.id) ? actor.id : userId;
    authorizeChange(actor, ownerId);

    return presented(await service.store(ownerId, image));
  }

  async function requested({ params }: FastifyRequest): Promise<Avatar> {
    const { avatar: id } = params as { avatar: string };
    const avatar = /^[1-9]\d{0,9}$/.test(id) ? await service.find(Number(id)) : null;
    if (avatar === null) {
      throw new AvatarError('avatars.not_found', say`Avatar ${id.slice(0, 40)} does not exist.`);
    }

    return avatar;
  }
}

/** Aborted when the client disconnects. */
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

/** The parser would wait for a body that was already consumed. */
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
  const type = headers['content-type']?.slice(0, 60) ?? say`without a content type`;

  return new AvatarError(
    'avatars.unsupported_media_type',
    say`The body is ${type}. Send multipart/form-data with the image in the field avatar.`,
  );
}

/** Sends client and temporary errors as a problem; rethrows others for the application's error handler. */
function errorHandler(translateFor?: TranslateFor) {
  return (error: FastifyError | AvatarError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const problem = problemOf(error, request.url, 'avatars.malformed_upload', translateFor?.(request));
    if (problem === null) throw error;
    if (problem.status === 503) request.log.error({ err: error }, 'avatars are unavailable');

    return sendProblem(reply.header('cache-control', 'no-store'), problem);
  };
}
