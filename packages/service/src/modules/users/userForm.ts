import { type Static, Type } from 'typebox';
import { avatarSchema } from '../avatars/index.ts';
import { passwordLength } from './auth/passwordLength.ts';

/** The id of a user or a role. */
export const idSchema = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** The addresses that the sign-in library accepts: ASCII letters, and a domain with a dot. Spaces around are allowed. */
export const emailPattern =
  "^\\s*([\\w'+-]+\\.)*[\\w'+-]*[\\w+-]@([A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}\\s*$";

export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

export interface EditableUser {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly roleId: number;
  /** Null uses the default language. */
  readonly language: string | null;
  readonly isActive: boolean;
}

/** The fields of a form. A new user requires all of them; a change may omit any. */
export interface UserFields extends Omit<EditableUser, 'id'> {
  /** Plain text. */
  readonly password: string;
}

/** The fields of a new user, with a password or `invite`. */
export interface NewUserFields extends Omit<UserFields, 'password'> {
  readonly password?: string;
  readonly invite?: boolean;
}

export const nameSchema = Type.String({ pattern: '\\S', maxLength: 200 });
/** One schema for string and null, since a union reports a fault for each alternative. */
export const languageSchema = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description: 'One of the languages of the service; null for its default.',
});

const fields = {
  name: nameSchema,
  email: Type.String({
    pattern: emailPattern,
    maxLength: 254,
    description: 'an e-mail address such as ada@example.com',
  }),
  password: Type.String({ minLength: passwordLength.min, maxLength: passwordLength.max }),
  roleId: idSchema,
  language: languageSchema,
  // Not Type.Boolean: the validator would coerce null to false, which deactivates.
  isActive: Type.Unsafe<boolean>({ enum: [true, false] }),
};

export const newUserBody = Type.Object(
  {
    ...fields,
    password: Type.Optional(fields.password),
    invite: Type.Optional(
      Type.Unsafe<boolean>({
        enum: [true, false],
        description: 'Send an e-mail with a link to set a password, instead of a password.',
      }),
    ),
  },
  { additionalProperties: false },
);
export const userChangesBody = Type.Partial(Type.Object(fields), { additionalProperties: false });

const editableUser = Type.Object({
  id: idSchema,
  name: Type.String(),
  email: Type.String(),
  roleId: idSchema,
  language: languageSchema,
  isActive: Type.Boolean(),
  avatar: avatarSchema,
});

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

export const createFormResponse = Type.Object(choices);
export const editFormResponse = Type.Object({
  user: editableUser,
  invitation: Type.Unsafe<Static<typeof invitation> | null>({
    anyOf: [invitation, { type: 'null' }],
    description: 'Set for an invited user without a password.',
  }),
  ...choices,
});
export const userStoredResponse = Type.Object({ message: Type.String(), user: editableUser });
