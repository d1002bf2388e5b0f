import type { TableView } from '@rowhouse/table-protocol';
import {
  type AllMembers,
  defaultTableView,
  newTableView,
  object,
  requestSchema,
  responseSchema,
  type Shape,
  tableView,
  tableViewChange,
  tableViewCopy,
  tableViewDefaults,
  tableViewsQuery,
  tableViewsResponse,
  text,
} from '@rowhouse/table-protocol/internal';

/** Members that the message does not have are refused. */
function bodySchema<T>(shape: Shape<T>, members: AllMembers<T>) {
  return { ...requestSchema(shape, members), additionalProperties: false };
}

// Without a type in requests: the validator would convert values to it.
const everyone = { enum: ['everyone'] };
// Roles and users of the service have numbers as ids.
const role = { type: 'integer', minimum: 1, maximum: 2_147_483_647 };
const number = { type: 'integer' };

const state = 'What the view remembers: at most 64 kB of JSON. See the reference of the wire.';
const name = '1 to 100 characters; surrounding spaces are removed.';
const table = "The table's routePrefix.";
const sharedWith = {
  text: 'Ids of roles, or `everyone`. Requires the permission views.share.',
  as: { anyOf: [everyone, { type: 'array', items: role, maxItems: 100 }] },
};
const defaults = {
  text: 'Ids of the default views. The table opens with the first that is set.',
  members: { me: true, role: true, everyone: true },
  required: true,
} as const;

const view: AllMembers<TableView> = {
  id: true,
  table: true,
  name: true,
  owner: { members: { id: { as: number }, name: true }, required: true },
  sharedWith: {
    text: 'Ids of roles, or `everyone`. Others than the owner see only their own role.',
    as: {
      anyOf: [
        { type: 'string', ...everyone },
        { type: 'array', items: number },
      ],
    },
  },
  isOwn: true,
  isDefault: 'Whether the table opens with it for the user.',
  defaultFor: {
    text: 'For the owner, with the permission views.share: ids of the roles of which it is the default, and `everyone`.',
    as: { items: { anyOf: [{ type: 'string', ...everyone }, number] } },
  },
  isPinned: 'Whether the user has pinned it.',
  mayChange: true,
  state,
  revision: 'Number of changes, from 1.',
};

export const viewSchema = responseSchema(tableView, view, { required: true });
export const listSchema = responseSchema(
  tableViewsResponse,
  {
    views: { members: view, required: true },
    defaults,
    roles: {
      text: 'Roles with which the user may share; empty without the permission views.share.',
      members: { id: { as: number }, label: true },
      required: true,
    },
  },
  { required: true },
);
export const defaultsSchema = responseSchema(tableViewDefaults, { defaults }, { required: true });

export const viewParams = requestSchema(object({ id: text({ minLength: 1, maxLength: 36 }) }), { id: true });
export const listQuery = bodySchema(tableViewsQuery, {
  table,
  pinned: 'With `true`, the pinned views of all tables, or of the given one.',
});
export const newView = bodySchema(newTableView, { table, name, state, sharedWith });
export const viewChange = bodySchema(tableViewChange, {
  name,
  state,
  sharedWith,
  revision: 'As it was read: 409 if the view has changed since.',
});
export const copyOptions = {
  ...bodySchema(tableViewCopy, { name }),
  description: 'Without a name, a free one is chosen.',
};
export const newDefault = bodySchema(defaultTableView, {
  table,
  view: true,
  for: { as: { type: undefined } },
  role: { text: 'With `for: role`; the role of the user by default.', as: role },
});
