import { readonly, shallowRef } from 'vue';
import { request } from './api/request.ts';
import { attempt } from './parts/attempt.ts';

/** GET /api/auth/options */
export interface SignInOptions {
  /** Whether a lost password is replaced by a link in a mail. */
  readonly passwordReset: boolean;
  readonly signUp: boolean;
}

const options = shallowRef<SignInOptions | null>(null);

/** What is offered to people who are not signed in; null until it is known. */
export const signInOptions = readonly(options);

/** Once for all pages: it does not change while the service runs. */
export function loadSignInOptions(): Promise<void> {
  if (options.value !== null) return Promise.resolve();
  return attempt(async () => {
    options.value = await request<SignInOptions>('GET', '/api/auth/options');
  });
}
