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
  /** Members that the service adds to the body, whatever the client sends. */
  readonly adds?: object;
  /** In place of what the library responds when it succeeds. */
  readonly responds?: object;
  /** In place of the session: null, when the guard does not let it in. */
  readonly checksSession?: true;
}

const password = Type.String({ minLength: 1, maxLength: passwordLength.max });
const email = Type.String({ maxLength: 320 });
const open = { additionalProperties: true };

/** Everything else of the library is not served: the service has its own sessions, API keys and administration. */
export const authEndpoints: readonly AuthEndpoint[] = [
  {
    method: 'POST',
    path: '/sign-in/email',
    limited: 'sign-in',
    summary: 'Sign in. Returns a session cookie, and the same token for use as a bearer token.',
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
    summary:
      'Create an account, if the configuration allows it. The response is the same for an existing address; ' +
      'sign in afterwards.',
    responds: { status: true },
    access: 'public',
    body: Type.Object({ name: Type.String({ maxLength: 200 }), email, password }, open),
  },
  {
    method: 'POST',
    path: '/sign-out',
    summary: "End the session. During an impersonation, the caller's own session ends, too.",
    access: 'public',
  },
  {
    method: 'GET',
    path: '/get-session',
    checksSession: true,
    summary: 'The session, or null, also when an impersonation is no longer permitted.',
    access: 'public',
  },
  {
    method: 'POST',
    path: '/change-password',
    limited: 'password',
    summary: 'Change the password, and end all sessions. Returns a new one, by cookie and as `token`.',
    adds: { revokeOtherSessions: true },
    access: 'signed-in',
    body: Type.Object({ currentPassword: password, newPassword: password }, open),
  },
];
