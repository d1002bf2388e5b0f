import { readonly, ref } from 'vue';

const online = ref(navigator.onLine);

/** Whether the browser believes to have a network. */
export const isOnline = readonly(online);

export function followOnline(): void {
  for (const name of ['online', 'offline']) {
    window.addEventListener(name, () => {
      online.value = navigator.onLine;
    });
  }
}

/** IANA name of the time zone that the browser is in. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Tells the service with every request, links and streams included, which zone that is. */
export function sendBrowserTimeZone(): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `rowhouse_time_zone=${browserTimeZone()}; path=/; max-age=31536000; samesite=lax${secure}`;
}

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** The name that public/theme.js reads. */
const key = 'rowhouse.theme';
const chosen = ref<Theme>(readTheme());
const systemDark = matchMedia('(prefers-color-scheme: dark)');

export const theme = readonly(chosen);

/** Applies a theme, and keeps it for the next visit. */
export function setTheme(wanted: Theme): void {
  chosen.value = wanted;
  try {
    if (wanted === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, wanted);
  } catch {
    // The browser keeps nothing: the theme lasts as long as the page.
  }
  apply();
}

/** Follows the system's setting, and what another tab chose. */
export function followTheme(): void {
  systemDark.addEventListener('change', apply);
  window.addEventListener('storage', ({ key: changed }) => {
    if (changed !== key && changed !== null) return;
    chosen.value = readTheme();
    apply();
  });
}

function apply(): void {
  const dark = chosen.value === 'dark' || (chosen.value === 'system' && systemDark.matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

function readTheme(): Theme {
  try {
    return themes.find((name) => name === localStorage.getItem(key)) ?? 'system';
  } catch {
    return 'system';
  }
}
