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
}

const password = Type.String({ minLength: 1, maxLength: passwordLength.max });
const open = { additionalProperties: true };

/** Everything else of the library, such as its administration, answers 404: the service has its own. */
export const authEndpoints: readonly AuthEndpoint[] = [
  {
    method: 'POST',
    path: '/sign-in/email',
    summary: 'Sign in. Answers a session cookie and the same token for use as a bearer token.',
    access: 'public',
    body: Type.Object(
      { email: Type.String(), password, rememberMe: Type.Optional(Type.Boolean()) },
      { ...open, required: ['email', 'password'] },
    ),
  },
  {
    method: 'POST',
    path: '/sign-up/email',
    summary: 'Create an account, where the configuration allows it.',
    access: 'public',
    body: Type.Object({ name: Type.String(), email: Type.String(), password }, open),
  },
  { method: 'POST', path: '/sign-out', summary: 'End the session.', access: 'public' },
  { method: 'GET', path: '/get-session', summary: 'The session, or null.', access: 'public' },
  {
    method: 'POST',
    path: '/change-password',
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
    body: Type.Object({ token: Type.String() }, open),
  },
  { method: 'POST', path: '/revoke-sessions', summary: 'End all sessions.', access: 'signed-in' },
  { method: 'POST', path: '/revoke-other-sessions', summary: 'End all other sessions.', access: 'signed-in' },
  {
    method: 'POST',
    path: '/api-key/create',
    summary: 'Create an API key. It is answered once and stored hashed.',
    access: 'signed-in',
    body: Type.Object({ name: Type.Optional(Type.String()), expiresIn: Type.Optional(Type.Integer()) }, open),
  },
  { method: 'GET', path: '/api-key/list', summary: 'The API keys of the user.', access: 'signed-in' },
  {
    method: 'POST',
    path: '/api-key/delete',
    summary: 'Delete an API key.',
    access: 'signed-in',
    body: Type.Object({ keyId: Type.String() }, open),
  },
];
