import type { EnglishText } from '@rowhouse/problems';
import type { RecordField, RecordForm } from '@rowhouse/table-protocol';
import { Type } from 'typebox';
import type { Message } from '../../base/Message.ts';
import { avatarSchema } from '../avatars/messages.ts';
import { emailPattern } from './email.ts';
import { maxLength, passwordLength } from './fieldLengths.ts';

const closed = { additionalProperties: false };

/** The id of a user or a role. */
export const idSchema = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** One schema for string and null, since a union reports a fault for each alternative. */
export const languageSchema = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description: 'One of the languages of the service; null for its default.',
});

export const done = Type.Object({ message: Type.String() });
/** Response to a change. */
export interface Done extends Message<typeof done> {}

const role = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  label: Type.String(),
  isAdministrator: Type.Boolean(),
  isSuperior: Type.Boolean(),
});

/** Fields that modules add to users, as a form of a record has them. */
export interface AddedFields {
  readonly fields: readonly RecordField[];
  readonly values: RecordForm['values'];
}

/** Readonly as a form takes them. */
type WithAddedFields<Form> = Omit<Form, 'userFields'> & { readonly userFields?: AddedFields };

export const addedFields = Type.Unsafe<AddedFields>(
  Type.Object(
    {
      fields: Type.Array(Type.Object({}, { additionalProperties: true }), {
        description: 'As the form of a record of a table has them, in its order.',
      }),
      values: Type.Object(
        {},
        { additionalProperties: true, description: 'Field → value. Fields of a new user may have none.' },
      ),
    },
    { description: 'The fields that modules add to users, as far as the caller has their permissions.' },
  ),
);

export const me = Type.Object({
  user: Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    email: Type.String(),
    role,
    language: Type.String(),
    timeZone: Type.String({ description: 'IANA name of the time zone of all dates shown to the user.' }),
    ownTimeZone: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The time zone that the user has chosen; null follows the browser.',
    }),
    isActive: Type.Boolean(),
    isImpersonated: Type.Boolean(),
    impersonatedBy: Type.Union([Type.Integer(), Type.Null()]),
    avatar: avatarSchema,
  }),
  permissions: Type.Array(Type.String()),
  languages: Type.Array(Type.String(), { description: 'Languages that users may choose.' }),
  hasFields: Type.Optional(
    Type.Literal(true, { description: 'The profile has fields of modules: GET /api/core/me/fields.' }),
  ),
  formats: Type.Object(
    { date: Type.String(), datetime: Type.String() },
    { description: "PHP date formats of all dates, in the manner of the user's language." },
  ),
});
/** The signed-in user, and the names of the routes that the user may call. */
export interface Me extends Message<typeof me> {}

const nameSchema = Type.String({ pattern: '\\S', maxLength: maxLength.userName });

export const profileChange = Type.Partial(
  Type.Object({
    name: nameSchema,
    language: languageSchema,
    timeZone: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: 1000,
      description: 'IANA name of a time zone; null follows the browser.',
    }),
  }),
  closed,
);
/** What users change of their own account. Omitted fields stay unchanged. */
export interface ProfileChange extends Message<typeof profileChange> {}

const editableUser = Type.Object({
  id: idSchema,
  name: Type.String(),
  email: Type.String(),
  roleId: idSchema,
  language: languageSchema,
  isActive: Type.Boolean(),
  avatar: avatarSchema,
});
/** A user as it is changed; the avatar is changed by routes of its own. */
export interface EditableUser extends Omit<Message<typeof editableUser>, 'avatar'> {}

// Not Type.Boolean: the validator would coerce null to false, which deactivates.
const trueOrFalse = { enum: [true, false] };

const userFields = Type.Object({
  name: nameSchema,
  email: Type.String({
    pattern: emailPattern,
    maxLength: maxLength.email,
    description: 'an e-mail address such as ada@example.com' satisfies EnglishText,
  }),
  password: Type.String({ minLength: passwordLength.min, maxLength: passwordLength.max }),
  roleId: idSchema,
  language: languageSchema,
  isActive: Type.Unsafe<boolean>(trueOrFalse),
});
/** The fields of a form, with the password as plain text. A new user requires all of them; a change may omit any. */
export interface UserFields extends Message<typeof userFields> {}

export const newUser = Type.Object(
  {
    ...userFields.properties,
    password: Type.Optional(userFields.properties.password),
    invite: Type.Optional(
      Type.Unsafe<boolean>({
        ...trueOrFalse,
        description: 'Send an e-mail with a link to set a password, instead of a password.',
      }),
    ),
  },
  closed,
);
/** The fields of a new user, with a password or `invite`. */
export interface NewUser extends Message<typeof newUser> {}

export const userChanges = Type.Partial(userFields, closed);
/** Omitted fields stay unchanged. */
export interface UserChanges extends Message<typeof userChanges> {}

const choices = {
  roles: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), label: Type.String() }), {
    description: 'Roles that the caller may assign.',
  }),
  languages: Type.Array(Type.String()),
  sendsMail: Type.Boolean({
    description: 'Whether the service has a mail server, which invitations require.',
  }),
};

const invitation = Type.Object({
  requestedAt: Type.String({ description: 'ISO 8601.' }),
  expiresAt: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Expiry of the link in the mail; null until the mail is sent.',
  }),
});
/** Of an invited user who has not chosen a password yet. */
export interface Invitation extends Message<typeof invitation> {}

export const createForm = Type.Object({ ...choices, userFields: Type.Optional(addedFields) });
/** What the form of a new user offers. */
export interface UserFormChoices extends WithAddedFields<Message<typeof createForm>> {}

export const editForm = Type.Object({
  user: editableUser,
  invitation: Type.Unsafe<Invitation | null>({
    anyOf: [invitation, { type: 'null' }],
    description: 'Set for an invited user without a password.',
  }),
  ...choices,
  userFields: Type.Optional(addedFields),
});
/** A user, and what the form offers. */
export interface UserForm extends WithAddedFields<Message<typeof editForm>> {}

export const userStored = Type.Object({ ...done.properties, user: editableUser });

const listedRole = Type.Object({
  ...role.properties,
  isBuiltIn: Type.Boolean({ description: 'Whether it can be neither renamed nor deleted.' }),
  mayManage: Type.Boolean({ description: 'Whether it has no more permissions than the caller.' }),
  users: Type.Integer(),
});
/** A role, with the number of its users. */
export interface ListedRole extends Message<typeof listedRole> {}

export const roleSummary = Type.Object({ ...listedRole.properties, permissions: Type.Integer() });
/** A role, with the numbers of its users and permissions. */
export interface RoleSummary extends Message<typeof roleSummary> {}

export const permission = Type.Object({
  name: Type.String(),
  label: Type.String({
    description: "In the user's language. Permissions with the same label and group belong together.",
  }),
  group: Type.String({ description: 'Table or part of the service, in the same language.' }),
});
export interface Permission extends Message<typeof permission> {}

export const rolePermissions = Type.Object({
  role: listedRole,
  permissions: Type.Array(Type.String()),
  all: Type.Array(permission),
});
/** A role, the names of its permissions, and all existing permissions. */
export interface RolePermissions extends Message<typeof rolePermissions> {}

const label = Type.String({ pattern: '\\S', maxLength: maxLength.roleLabel });

export const newRole = Type.Object(
  {
    label,
    copyOf: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'Id of the role whose permissions are copied.',
      }),
    ),
  },
  closed,
);
export interface NewRole extends Message<typeof newRole> {}

export const roleCreated = Type.Object({ ...done.properties, id: Type.Integer() });
/** Response to a new role. */
export interface RoleCreated extends Message<typeof roleCreated> {}

export const roleChange = Type.Object({ label }, closed);
export interface RoleChange extends Message<typeof roleChange> {}

export const permissionsChange = Type.Object(
  { permissions: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 5_000 }) },
  closed,
);
/** Names of all permissions that a role has afterwards. */
export interface PermissionsChange extends Message<typeof permissionsChange> {}

export const permissionsChanged = Type.Object({
  ...done.properties,
  permissions: Type.Array(Type.String()),
});
