import { type ViewAudience, type ViewState, viewDefaultScopes } from '@rowhouse/table-protocol';
import { Type } from 'typebox';

const closed = { additionalProperties: false };
const role = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const table = Type.String({ minLength: 1, maxLength: 200, description: "The table's routePrefix." });
const viewId = Type.String({ minLength: 1, maxLength: 36 });
const name = Type.String({
  minLength: 1,
  maxLength: 200,
  description: '1 to 100 characters; surrounding spaces are removed.',
});
const state = Type.Unsafe<ViewState>({
  type: 'object',
  additionalProperties: true,
  description: 'What the view remembers: at most 64 kB of JSON. See the reference of the wire.',
});
const audience = Type.Unsafe<ViewAudience>({
  anyOf: [{ enum: ['everyone'] }, { type: 'array', items: role, maxItems: 100 }],
  description: 'Ids of roles, or `everyone`. Requires the permission views.share.',
});
const revision = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const oneOrNone = Type.Union([Type.String(), Type.Null()]);

const defaults = Type.Object(
  { me: oneOrNone, role: oneOrNone, everyone: oneOrNone },
  { description: 'Ids of the default views. The table opens with the first that is set.' },
);

export const viewSchema = Type.Object({
  id: Type.String(),
  table: Type.String(),
  name: Type.String(),
  owner: Type.Object({ id: Type.Integer(), name: Type.Union([Type.String(), Type.Null()]) }),
  sharedWith: Type.Unsafe<ViewAudience>({
    anyOf: [
      { type: 'string', enum: ['everyone'] },
      { type: 'array', items: { type: 'integer' } },
    ],
    description: 'Ids of roles, or `everyone`. Others than the owner see only their own role.',
  }),
  isOwn: Type.Boolean(),
  isDefault: Type.Boolean({ description: 'Whether the table opens with it for the user.' }),
  defaultFor: Type.Optional(
    Type.Array(
      Type.Unsafe<string | number>({ anyOf: [{ type: 'string', enum: ['everyone'] }, { type: 'integer' }] }),
      {
        description:
          'For the owner, with the permission views.share: ids of the roles of which it is the default, and `everyone`.',
      },
    ),
  ),
  isPinned: Type.Boolean({ description: 'Whether the user has pinned it.' }),
  mayChange: Type.Boolean(),
  state,
  revision: Type.Integer({ description: 'Number of changes, from 1.' }),
});

export const listSchema = Type.Object({
  views: Type.Array(viewSchema),
  defaults,
  roles: Type.Array(Type.Object({ id: Type.Integer(), label: Type.String() }), {
    description: 'Roles with which the user may share; empty without the permission views.share.',
  }),
});

export const defaultsSchema = Type.Object({ defaults });
export const viewParams = Type.Object({ id: viewId });
export const listQuery = Type.Object(
  {
    table: Type.Optional(table),
    pinned: Type.Optional(
      Type.Boolean({ description: 'With `true`, the pinned views of all tables, or of the given one.' }),
    ),
  },
  closed,
);
export const newView = Type.Object({ table, name, state, sharedWith: Type.Optional(audience) }, closed);
export const viewChange = Type.Object(
  {
    name: Type.Optional(name),
    state: Type.Optional(state),
    sharedWith: Type.Optional(audience),
    revision: Type.Optional(
      Type.Integer({ ...revision, description: 'As it was read: 409 if the view has changed since.' }),
    ),
  },
  closed,
);
export const copyOptions = Type.Object(
  { name: Type.Optional(name) },
  { ...closed, description: 'Without a name, a free one is chosen.' },
);
export const newDefault = Type.Object(
  {
    table,
    view: Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 36 }),
    for: Type.Enum([...viewDefaultScopes]),
    role: Type.Optional(
      Type.Integer({ ...role, description: 'With `for: role`; the role of the user by default.' }),
    ),
  },
  closed,
);
