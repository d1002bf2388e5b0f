import { Type } from 'typebox';
import type { Message } from '../../../base/Message.ts';
import { maxLength, passwordLength } from '../fieldLengths.ts';
import { idSchema, permission } from '../messages.ts';

/*
 * What gives users access: passwords, sessions and API keys.
 */

const closed = { additionalProperties: false };

export const signInOptions = Type.Object({ passwordReset: Type.Boolean(), signUp: Type.Boolean() });
/** The features available without signing in. `passwordReset`: whether the service can send a link for a new password. */
export interface SignInOptions extends Message<typeof signInOptions> {}

const open = { additionalProperties: true };
const password = Type.String({ minLength: 1, maxLength: passwordLength.max });
const email = Type.String({ maxLength: 320 });

export const signIn = Type.Object(
  { email, password, rememberMe: Type.Optional(Type.Boolean()) },
  { ...open, required: ['email', 'password'] },
);
export interface SignIn extends Message<typeof signIn> {}

export const signUp = Type.Object({ name: Type.String({ maxLength: 200 }), email, password }, open);

export const passwordChange = Type.Object({ currentPassword: password, newPassword: password }, open);
export interface PasswordChange extends Message<typeof passwordChange> {}

export const linkRequest = Type.Object({ email: Type.String({ minLength: 1, maxLength: 320 }) }, closed);
/** Requests a link by mail, with which a new password can be chosen. */
export interface LinkRequest extends Message<typeof linkRequest> {}

const token = Type.String({ minLength: 1, maxLength: 200, description: 'The token after # in the link.' });

export const linkToken = Type.Object({ token }, closed);
export interface LinkToken extends Message<typeof linkToken> {}

export const passwordLink = Type.Object({
  purpose: Type.Unsafe<'reset' | 'invitation'>({
    type: 'string',
    description: '`reset` or `invitation`.',
  }),
  name: Type.String(),
  email: Type.String(),
});
/** The user whose password a link sets. */
export interface PasswordLink extends Message<typeof passwordLink> {}

export const passwordReset = Type.Object(
  { token, newPassword: Type.String({ minLength: passwordLength.min, maxLength: passwordLength.max }) },
  closed,
);
/** Sets a password with a link. */
export interface PasswordReset extends Message<typeof passwordReset> {}

const person = Type.Object({ id: Type.Integer(), name: Type.String() });
const text = Type.Union([Type.String(), Type.Null()]);
export const listedSession = Type.Object({
  id: Type.Integer(),
  user: Type.Object(person.properties, { description: 'The user that the session acts as.' }),
  impersonatedBy: Type.Union([person, Type.Null()], { description: 'The impersonator, if any.' }),
  isCurrent: Type.Boolean({ description: 'Whether the request was sent with this session.' }),
  ipAddress: text,
  userAgent: text,
  createdAt: Type.String(),
  updatedAt: Type.String(),
  expiresAt: Type.String(),
});
/** A session without its token, which would be a credential. */
export interface ListedSession extends Message<typeof listedSession> {}

export const sessionEnd = Type.Object({ id: idSchema }, closed);
/** Ends one of the listed sessions. */
export interface SessionEnd extends Message<typeof sessionEnd> {}

const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] });
export const listedKey = Type.Object({
  id: Type.Integer(),
  name: textOrNull,
  start: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The first characters of the key.',
  }),
  permissions: Type.Unsafe<readonly string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string' },
    description: 'Permissions that the key is limited to; null for all permissions of its user.',
  }),
  isActive: Type.Boolean({ description: 'Whether it is neither expired nor disabled.' }),
  createdAt: Type.String(),
  expiresAt: textOrNull,
  lastUsedAt: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'To the minute.' }),
});
/** A key without its secret, which is shown once, when it is created. */
export interface ListedKey extends Message<typeof listedKey> {}

export const ownKeys = Type.Object({ keys: Type.Array(listedKey), permissions: Type.Array(permission) });
/** The caller's API keys, and the permissions that a new one may have. */
export interface OwnKeys extends Message<typeof ownKeys> {}

export const newKey = Type.Object(
  {
    name: Type.String({ pattern: '\\S', maxLength: maxLength.keyName }),
    expiresInDays: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      maximum: 365,
      description: 'a whole number of days from 1 to 365, or null for a key that does not expire',
    }),
    permissions: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', maxLength: 200 },
      minItems: 1,
      maxItems: 5_000,
      description: 'a list of names of your own permissions, or null for all of them',
    }),
  },
  closed,
);
export interface NewKey extends Message<typeof newKey> {}

export const createdKey = Type.Object({ key: Type.String() });
/** The new key, which the service does not return again. */
export interface CreatedKey extends Message<typeof createdKey> {}

export const userAccess = Type.Object({ sessions: Type.Array(listedSession), keys: Type.Array(listedKey) });
/** The sessions and API keys of a user. */
export interface UserAccess extends Message<typeof userAccess> {}
