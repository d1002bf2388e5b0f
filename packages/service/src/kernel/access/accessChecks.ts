import { say } from '@rowhouse/problems';
import type { FastifyRequest } from 'fastify';
import './accessRules.ts';
import { ServiceError } from '../../base/errors.ts';
import { chooseLanguage } from './locale.ts';
import { permits, type User } from './User.ts';

/** Languages of the service. */
export interface Languages {
  readonly languages: readonly string[];
  /** The fallback if neither the user nor the browser prefers a known language. */
  readonly language: string;
}

/** @throws ServiceError `service.unauthenticated` without a signed-in user. */
export function checkKnown(user: User | null): asserts user is User {
  if (user !== null) return;

  throw new ServiceError(
    'service.unauthenticated',
    'You are not signed in. Sign in at /api/auth/sign-in/email, or send an API key in x-api-key.',
  );
}

/** @throws ServiceError `service.inactive_user` */
export function checkActive(user: { readonly isActive: boolean } | null): void {
  if (user?.isActive) return;

  throw new ServiceError(
    'service.inactive_user',
    'This account is not active. Ask an administrator to activate it.',
  );
}

/** @throws ServiceError `service.forbidden` during an impersonation. */
export function checkNotImpersonated(user: User): void {
  if (!user.isImpersonated) return;

  throw new ServiceError(
    'service.forbidden',
    'While you impersonate a user, accounts, roles, passwords, sessions, API keys and notifications cannot be ' +
      'changed. End the impersonation with DELETE /api/core/impersonation first.',
  );
}

/** For routes that manage credentials. @throws ServiceError `service.forbidden` for an API key. */
export function checkSession({ sessionId }: Pick<FastifyRequest, 'sessionId'>): void {
  if (sessionId !== null) return;

  throw new ServiceError(
    'service.forbidden',
    'API keys give no access to passwords, sessions or API keys. Sign in at /api/auth/sign-in/email.',
  );
}

/** @throws ServiceError `service.forbidden` */
export function checkPermitted(user: User, permission: string): void {
  if (permits(user, permission)) return;

  throw new ServiceError(
    'service.forbidden',
    say`Your role (${user.role.label}) does not have the permission ${permission}. Ask an administrator for it.`,
  );
}

/** The user's language, or the browser's, or the service's. */
export function languageOf({ user, headers }: FastifyRequest, { languages, language }: Languages): string {
  return chooseLanguage(languages, language, user?.language ?? null, headers['accept-language']);
}
