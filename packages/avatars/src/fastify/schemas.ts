import { problemResponses } from '@rowhouse/problems';

/*
 * OpenAPI descriptions of the routes. They do not validate: the plugin reads requests itself and reports every fault.
 */

const id = { type: ['integer', 'string'] } as const;

const avatar = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    user_id: id,
    file_id: { type: 'integer' },
    url: { type: 'string', description: 'URL of the image; changes with every image.' },
  },
} as const;

const descriptions = {
  400: 'The form cannot be read.',
  401: 'Not signed in.',
  403: 'The avatar belongs to another user, the caller is impersonating a user, or the account is inactive.',
  404: 'The avatar or the user does not exist.',
  413: 'The image has too many bytes.',
  415: 'The body is not multipart/form-data.',
  422: 'The image is invalid or not square, or a value is not one of those offered.',
  429: 'The user has too many uploads in progress; try again after the seconds of Retry-After.',
  503: 'The file store or the database is unavailable; try again after the seconds of Retry-After.',
} as const;

function problems(...statuses: (keyof typeof descriptions)[]) {
  return problemResponses(Object.fromEntries(statuses.map((status) => [status, descriptions[status]])));
}

const params = {
  type: 'object',
  properties: { avatar: { type: 'integer', description: 'Id of the avatar.' } },
  required: ['avatar'],
} as const;

export const storeSchema = {
  tags: ['Avatars'],
  operationId: 'core.avatars.store',
  summary: 'Set an uploaded image as the avatar',
  description:
    'A square PNG, JPEG, GIF, WebP or SVG image, which is decoded and re-encoded. For the caller, unless `user_id` ' +
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
  summary: 'Regenerate the default avatar',
  description: 'Uses the image of the external service if it has one for the user, otherwise the initials.',
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
        description: 'Width in pixels, one of the configured sizes. Defaults to the stored size.',
      },
      format: { type: 'string', enum: ['png'], description: 'For clients that do not support WebP.' },
      v: {
        type: 'string',
        description: 'The version in `url`; with it, the image may be cached for a year.',
      },
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
