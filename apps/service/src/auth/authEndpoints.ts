import { type TSchema, Type } from 'typebox';
import { passwordLength } from './passwordLength.ts';

/** A route of the sign-in library that the service lets through. */
export interface AuthEndpoint {
  readonly method: 'GET' | 'POST';
  /** Below /api/auth. */
  readonly path: string;
  readonly summary: string;
  /** `public` ones check the session themselves; the others need an active user who is not impersonated. */
  readonly access: 'public' | 'signed-in';
  readonly body?: TSchema;
  /** What attempts are counted for (see countedAttempts). */
  readonly limited?: 'sign-in' | 'sign-up' | 'password';
}

const password = Type.String({ minLength: 1, maxLength: passwordLength.max });
const email = Type.String({ maxLength: 320 });
const open = { additionalProperties: true };

/** Everything else of the library, such as its administration, answers 404: the service has its own. */
export const authEndpoints: readonly AuthEndpoint[] = [
  {
    method: 'POST',
    path: '/sign-in/email',
    limited: 'sign-in',
    summary: 'Sign in. Answers a session cookie and the same token for use as a bearer token.',
    access: 'public',
    body: Type.Object(
      { email, password, rememberMe: Type.Optional(Type.Boolean()) },
      { ...open, required: ['email', 'password'] },
    ),
  },
  {
    method: 'POST',
    path: '/sign-up/email',
    limited: 'sign-up',
    summary: 'Create an account, where the configuration allows it.',
    access: 'public',
    body: Type.Object({ name: Type.String({ maxLength: 200 }), email, password }, open),
  },
  { method: 'POST', path: '/sign-out', summary: 'End the session.', access: 'public' },
  { method: 'GET', path: '/get-session', summary: 'The session, or null.', access: 'public' },
  {
    method: 'POST',
    path: '/change-password',
    limited: 'password',
    summary: 'Change the password.',
    access: 'signed-in',
    body: Type.Object({ currentPassword: password, newPassword: password }, open),
  },
  { method: 'GET', path: '/list-sessions', summary: 'All sessions of the user.', access: 'signed-in' },
  {
    method: 'POST',
    path: '/revoke-session',
    summary: 'End one session.',
    access: 'signed-in',
    body: Type.Object({ token: Type.String({ maxLength: 200 }) }, open),
  },
  { method: 'POST', path: '/revoke-sessions', summary: 'End all sessions.', access: 'signed-in' },
  { method: 'POST', path: '/revoke-other-sessions', summary: 'End all other sessions.', access: 'signed-in' },
  {
    method: 'POST',
    path: '/api-key/create',
    summary: 'Create an API key. It is answered once and stored hashed.',
    access: 'signed-in',
    body: Type.Object(
      { name: Type.Optional(Type.String({ maxLength: 200 })), expiresIn: Type.Optional(Type.Integer()) },
      open,
    ),
  },
  { method: 'GET', path: '/api-key/list', summary: 'The API keys of the user.', access: 'signed-in' },
  {
    method: 'POST',
    path: '/api-key/delete',
    summary: 'Delete an API key.',
    access: 'signed-in',
    body: Type.Object(
      { keyId: Type.String({ pattern: '^[0-9]{1,9}$', description: 'a whole number' }) },
      open,
    ),
  },
];
