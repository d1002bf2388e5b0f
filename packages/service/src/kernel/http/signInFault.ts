import type { EnglishText } from '@rowhouse/problems';
import type { ProblemDetails } from '@rowhouse/problems/internal';
import { serviceErrors } from '../../base/errors.ts';

type SignInFault = Omit<ProblemDetails, 'title'> & { readonly title?: string };

/** An error of the sign-in library, which has a code for the client; null for other errors. */
export function signInFault(error: unknown): SignInFault | null {
  if (!(error instanceof Error) || error.name !== 'APIError') return null;
  const { statusCode: status, body } = error as Error & { statusCode?: number; body?: { code?: string } };
  if (status === undefined || status < 400 || status >= 500) return null;
  const { code = '' } = body ?? {};
  const message = Object.hasOwn(messages, code) ? messages[code] : undefined;
  if (code === 'INACTIVE_USER') {
    const own = 'service.inactive_user';

    return { status, code: own, title: serviceErrors[own].title, message: message ?? '' };
  }
  // Of a change of the password, which the library refuses without naming the field.
  if (code === 'INVALID_PASSWORD') {
    return { status, message: message ?? '', fields: { currentPassword: ['is wrong'] } };
  }

  return { status, message: message ?? sentence(error.message) };
}

/** By the codes of the library: those that its routes below /api/auth use. */
const messages: Readonly<Record<string, EnglishText>> = {
  INACTIVE_USER: 'This account is not active. Ask an administrator to activate it.',
  INVALID_EMAIL: 'Invalid email.',
  INVALID_PASSWORD: 'Invalid password.',
  INVALID_EMAIL_OR_PASSWORD: 'Invalid email or password.',
  PASSWORD_TOO_SHORT: 'Password too short.',
  PASSWORD_TOO_LONG: 'Password too long.',
  USER_ALREADY_EXISTS: 'User already exists.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'User already exists. Use another email.',
  EMAIL_PASSWORD_SIGN_UP_DISABLED: 'Email and password sign up is not enabled.',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'Credential account not found.',
  FAILED_TO_CREATE_USER: 'Failed to create user.',
  SESSION_EXPIRED: 'Session expired. Re-authenticate to perform this action.',
  VALIDATION_ERROR: 'The request is not acceptable.',
  UNAUTHORIZED: 'You are not signed in. Sign in and try again.',
  BANNED_USER: 'You have been banned from this application.',
};

/** Another message of the library, with the full stop that it lacks: in English, unless the application translates it. */
function sentence(text: string): EnglishText {
  const whole = /[.!?]$/.test(text) ? text : `${text}.`;

  return whole as EnglishText;
}
