import { isKnownIcon } from '@rowhouse/table-vue';
import { readonly, shallowReactive, shallowRef, watch } from 'vue';
import { ApiError, request, whenSignedOut } from './api/request.ts';
import type { DateFormats, Me, MenuAnswer, TableEntry, User, UserAvatar } from './api/types.ts';
import { browserTimeZone } from './browser.ts';
import { speak } from './i18n/translate.ts';
import { attempt } from './parts/requests.ts';

interface Session {
  /** `unknown` until the service was asked; `unreachable` when it could not say. */
  phase: 'unknown' | 'signed-out' | 'signed-in' | 'unreachable';
  user: User | null;
  permissions: ReadonlySet<string>;
  /** Tables of the application that the user may open. */
  tables: readonly TableEntry[];
  languages: readonly string[];
  formats: DateFormats;
  /** Why the service could not say, or refuses the user. */
  problem: ApiError | null;
}

const state = shallowReactive<Session>({
  phase: 'unknown',
  user: null,
  permissions: new Set(),
  tables: [],
  languages: [],
  formats: { date: 'd-m-Y', datetime: 'd-m-Y H:i:s' },
  problem: null,
});

/** Who is signed in. Change it through the functions of this file only. */
export const session = readonly(state);

watch(
  () => state.user?.language ?? navigator.language,
  (language) => speak(language),
  { immediate: true },
);
whenSignedOut(dropSession);

/** IANA name of the zone of all dates on the pages: as the service says, or the browser's while nobody is signed in. */
export function timeZone(): string {
  return state.user?.timeZone ?? browserTimeZone();
}

/** Asks the service who is signed in, and what that user may do. Never throws: the phase says how it ended. */
export async function loadSession(): Promise<void> {
  try {
    const { user, permissions, languages, formats } = await request<Me>('GET', '/api/core/me');
    // Not at the same time: one that is refused says nothing of the other.
    const { data: tables, texts } = await request<MenuAnswer>('GET', '/api/core/tables');
    // Icons that only the application's modules name are loaded while the page is drawn.
    for (const { icon } of tables) isKnownIcon(icon);
    await speak(user.language, texts);
    Object.assign(state, {
      phase: 'signed-in',
      user,
      permissions: new Set(permissions),
      tables,
      languages,
      formats,
      problem: null,
    } satisfies Session);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) return;
    // Inactive users are told so beside the sign-in form.
    if (error.status === 403) end(error);
    else Object.assign(state, { phase: 'unreachable', problem: error });
  }
}

/** @throws ApiError */
export async function signIn(email: string, password: string): Promise<void> {
  await request('POST', '/api/auth/sign-in/email', { email, password });
  await loadSession();
  if (state.phase !== 'signed-in' && state.problem !== null) throw state.problem;
}

/**
 * Ends the session, and leaves the page, so that nothing of it stays in memory.
 *
 * @throws ApiError
 */
export async function signOut(): Promise<void> {
  await request('POST', '/api/auth/sign-out', {});
  location.assign('/sign-in');
}

/** The service said, here or to a table, that nobody is signed in any more. */
export function dropSession(): void {
  end(null);
}

/** The signed-in user has another image, and is shown with it everywhere from now on. */
export function setOwnAvatar(avatar: UserAvatar): void {
  if (state.user !== null) state.user = { ...state.user, avatar };
}

/** Whether the signed-in user may call the route of that name. */
export function can(permission: string): boolean {
  return state.permissions.has(permission);
}

function end(problem: ApiError | null): void {
  Object.assign(state, { phase: 'signed-out', user: null, permissions: new Set(), tables: [], problem });
}

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
