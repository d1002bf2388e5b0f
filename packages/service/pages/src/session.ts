import { isKnownIcon } from '@rowhouse/table-vue';
import { readonly, shallowReactive, shallowRef, watch } from 'vue';
import type { UserAvatar } from '../../src/modules/avatars/messages.ts';
import type { SignIn, SignInOptions } from '../../src/modules/users/access/messages.ts';
import type { Me } from '../../src/modules/users/messages.ts';
import type { Menu, TableEntry } from '../../src/tables/messages.ts';
import { forgetRows } from './api/earlyRows.ts';
import { dropAnswers } from './api/givenAnswers.ts';
import { ApiError, request, whenSignedOut } from './api/request.ts';
import { browserTimeZone } from './browser.ts';
import { browserLanguage, speak, translate } from './i18n/translate.ts';
import { attempt } from './parts/requests.ts';
import { forgetDrafts } from './records/drafts.ts';

interface Session {
  /** `unknown` until the service has responded; `unreachable` if it did not. */
  phase: 'unknown' | 'signed-out' | 'signed-in' | 'unreachable';
  user: Me['user'] | null;
  permissions: ReadonlySet<string>;
  /** Tables of the application that the user may open. */
  tables: readonly TableEntry[];
  languages: readonly string[];
  /** The profile has fields of modules. */
  hasFields: boolean;
  formats: Me['formats'];
  /** Why the service did not respond, or why it refuses the user. */
  problem: ApiError | null;
}

const state = shallowReactive<Session>({
  phase: 'unknown',
  user: null,
  permissions: new Set(),
  tables: [],
  languages: [],
  hasFields: false,
  formats: { date: 'd-m-Y', datetime: 'd-m-Y H:i:s' },
  problem: null,
});

/** The signed-in user. Changed only by the functions of this file. */
export const session = readonly(state);

watch(
  () => state.user?.language ?? browserLanguage(),
  (language) => speak(language),
  { immediate: true },
);
whenSignedOut(dropSession);

/** IANA name of the time zone of all dates: the user's, or the browser's without a session. */
export function timeZone(): string {
  return state.user?.timeZone ?? browserTimeZone();
}

/** Requests the signed-in user and the permissions. Failures set the phase instead of throwing. */
export async function loadSession(): Promise<void> {
  // Those in the page are of the user who has opened it.
  if (state.phase !== 'unknown') dropAnswers();
  try {
    const {
      user,
      permissions,
      languages,
      hasFields = false,
      formats,
    } = await request<Me>('GET', '/api/core/me');
    // One after the other: the second only if the first succeeds.
    const { data: tables, texts } = await request<Menu>('GET', '/api/core/tables');
    // Starts loading icons that only the application's modules use.
    for (const { icon } of tables) isKnownIcon(icon);
    await speak(user.language, texts);
    Object.assign(state, {
      phase: 'signed-in',
      user,
      permissions: new Set(permissions),
      tables,
      languages,
      hasFields,
      formats,
      problem: null,
    } satisfies Session);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) return;
    // The sign-in page shows the reason, such as an inactive account.
    if (error.status === 403) end(error);
    else Object.assign(state, { phase: 'unreachable', problem: error });
  }
}

/** @throws ApiError */
export async function signIn(email: string, password: string): Promise<void> {
  await request('POST', '/api/auth/sign-in/email', { email, password } satisfies SignIn);
  await loadSession();
  if (state.phase !== 'signed-in' && state.problem !== null) throw state.problem;
}

/**
 * Ends the session, and reloads the page, so that no data stays in memory.
 *
 * @throws ApiError
 */
export async function signOut(): Promise<void> {
  await request('POST', '/api/auth/sign-out', {});
  forgetRows();
  forgetDrafts();
  location.assign('/sign-in');
}

/** Called after the service has responded, to a request of the pages or of a table, that no user is signed in. */
export function dropSession(): void {
  const isLost = state.phase === 'signed-in';
  const text = 'Your session has ended. Sign in to continue where you were.';
  if (state.phase !== 'signed-out') end(isLost ? new ApiError(translate(text), { status: 401 }) : null);
}

/** The user has ended the session on this page. */
export function endSession(): void {
  end(null);
}

/** Shows another image of the signed-in user on all pages. */
export function setOwnAvatar(avatar: UserAvatar): void {
  if (state.user !== null) state.user = { ...state.user, avatar };
}

/** True if the signed-in user may call the route of that name. */
export function can(permission: string): boolean {
  return state.permissions.has(permission);
}

function end(problem: ApiError | null): void {
  dropAnswers();
  forgetRows();
  Object.assign(state, { phase: 'signed-out', user: null, permissions: new Set(), tables: [], problem });
}

const options = shallowRef<SignInOptions | null>(null);

/** Options of the sign-in pages; null until they are loaded. */
export const signInOptions = readonly(options);

/** Loads the options once; they do not change while the service runs. */
export function loadSignInOptions(): Promise<void> {
  if (options.value !== null) return Promise.resolve();
  return attempt(async () => {
    options.value = await request<SignInOptions>('GET', '/api/auth/options');
  });
}
