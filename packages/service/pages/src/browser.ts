import { readonly, ref } from 'vue';
import { dropAnswers } from './api/givenAnswers.ts';

const online = ref(navigator.onLine);

/** `navigator.onLine`, reactive. */
export const isOnline = readonly(online);

export function followOnline(): void {
  for (const name of ['online', 'offline']) {
    window.addEventListener(name, () => {
      online.value = navigator.onLine;
    });
  }
}

/** IANA name of the browser's time zone. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Sets a cookie, so that every request, including links and streams, contains the browser's time zone. */
export function sendBrowserTimeZone(): void {
  const zone = `rowhouse_time_zone=${browserTimeZone()}`;
  // The answers in the page are for another zone, and the service has not learned this one.
  if (!document.cookie.split('; ').includes(zone)) dropAnswers();
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${zone}; path=/; max-age=31536000; samesite=lax${secure}`;
}

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** public/early.js reads the same key. */
const key = 'rowhouse.theme';
const chosen = ref<Theme>(readTheme());
const systemDark = matchMedia('(prefers-color-scheme: dark)');
const paper = matchMedia('print');

export const theme = readonly(chosen);

/** Applies a theme, and stores it for the next visit. */
export function setTheme(wanted: Theme): void {
  chosen.value = wanted;
  try {
    if (wanted === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, wanted);
  } catch {
    // Without storage, the theme lasts until the page is closed.
  }
  apply();
}

/** Follows the system's setting, and the choice in another tab. */
export function followTheme(): void {
  systemDark.addEventListener('change', apply);
  paper.addEventListener('change', apply);
  window.addEventListener('storage', ({ key: changed }) => {
    if (changed !== key && changed !== null) return;
    chosen.value = readTheme();
    apply();
  });
}

function apply(): void {
  // Paper has no dark background, on which light texts could be read.
  const dark =
    !paper.matches && (chosen.value === 'dark' || (chosen.value === 'system' && systemDark.matches));
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

function readTheme(): Theme {
  try {
    return themes.find((name) => name === localStorage.getItem(key)) ?? 'system';
  } catch {
    return 'system';
  }
}
