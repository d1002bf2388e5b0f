/*
 * What the routes look like in an OpenAPI description. They describe only: the plugin reads requests by itself, and
 * names every fault.
 */

const id = { type: ['integer', 'string'] } as const;

const avatar = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    user_id: id,
    file_id: { type: 'integer' },
    url: { type: 'string', description: 'Where the image is shown; another one for every image.' },
  },
} as const;

const problem = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
} as const;

const descriptions = {
  400: 'The form cannot be read.',
  401: 'Nobody is signed in.',
  403: 'The avatar is not the own one, an impersonator asks, or the account is not active.',
  404: 'There is no such avatar, or no such user.',
  413: 'The image has too many bytes.',
  415: 'The body is not multipart/form-data.',
  422: 'The image is not acceptable, or not square; or a value is none of those offered.',
  429: 'The user has too many uploads in progress; try again after the seconds of Retry-After.',
  503: 'The store or the database does not answer; try again after the seconds of Retry-After.',
} as const;

function problems(...statuses: (keyof typeof descriptions)[]) {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: descriptions[status], content: { 'application/problem+json': { schema: problem } } },
    ]),
  );
}

const params = {
  type: 'object',
  properties: { avatar: { type: 'integer', description: 'Id of the avatar.' } },
  required: ['avatar'],
} as const;

export const storeSchema = {
  tags: ['Avatars'],
  operationId: 'core.avatars.store',
  summary: 'Makes an uploaded image the avatar',
  description:
    'A square PNG, JPEG, GIF, WebP or SVG image, which is decoded and stored anew. For the caller, unless `user_id` ' +
    'names another user, whose avatar only superiors may change.',
  consumes: ['multipart/form-data'],
  body: {
    type: 'object',
    properties: {
      avatar: { type: 'string', format: 'binary' },
      user_id: { type: 'string', description: "Id of the user; the caller's by default." },
    },
    required: ['avatar'],
  },
  response: {
    200: { description: 'The avatar as it is now.', ...avatar },
    ...problems(400, 401, 403, 404, 413, 415, 422, 429, 503),
  },
};

export const updateSchema = {
  tags: ['Avatars'],
  operationId: 'core.avatars.update',
  summary: 'Makes the default avatar anew',
  description: "The external service's image where it has one for the user, otherwise the initials.",
  params,
  response: {
    200: { description: 'The avatar as it is now.', ...avatar },
    ...problems(401, 403, 404, 503),
  },
};

export const showSchema = {
  tags: ['Avatars'],
  operationId: 'core.avatars.show',
  summary: 'The image of an avatar',
  params,
  querystring: {
    type: 'object',
    properties: {
      size: {
        type: 'integer',
        description: 'Pixels: one of the sizes that are offered. The stored size by default.',
      },
      format: { type: 'string', enum: ['png'], description: 'For programs that read nothing newer.' },
      v: { type: 'string', description: 'The version in `url`: with it, the image may be kept for a year.' },
    },
  },
  response: {
    200: {
      description: 'The image.',
      content: Object.fromEntries(
        ['image/webp', 'image/svg+xml', 'image/png'].map((type) => [
          type,
          { schema: { type: 'string', format: 'binary' } },
        ]),
      ),
    },
    304: { description: 'The client has this image already.', type: 'null' },
    ...problems(401, 403, 404, 422, 503),
  },
};
