import 'bulma/css/bulma.css';
import 'virtual:icons.css';
import '@rowhouse/table-vue/style.css';
import './style/index.css';
import { iconNames, iconsFolder } from 'virtual:icons';
import { loadMissingIcons, tableDefaults } from '@rowhouse/table-vue';
import { createApp } from 'vue';
import App from './App.vue';
import { followOnline, followTheme, sendBrowserTimeZone } from './browser.ts';
import { defaultsOfTables } from './liveTables.ts';
import { router } from './router.ts';

/** Classes of Font Awesome's sets → their folders. */
const sets: Readonly<Record<string, string>> = {
  'fa-solid': 'solid',
  fas: 'solid',
  'fa-regular': 'regular',
  far: 'regular',
  'fa-brands': 'brands',
  fab: 'brands',
};

let sheet: CSSStyleSheet | null = null;

/**
 * Loads an icon that `virtual:icons.css` does not have, by its two classes: set and icon. Rejects for anything that is not
 * an icon of Font Awesome.
 */
async function loadIcon(classes: string): Promise<void> {
  const names = classes.split(/\s+/);
  const set = names.find((name) => Object.hasOwn(sets, name));
  const icon = names.find((name) => name !== set && /^fa-[a-z0-9-]+$/.test(name));
  if (set === undefined || icon === undefined) throw new Error(`${classes} is not an icon.`);
  const url = `${iconsFolder}/${sets[set]}/${icon.slice('fa-'.length)}.svg`;
  const response = await fetch(url, { headers: { accept: 'image/svg+xml' } });
  if (!response.ok) throw new Error(`${url} does not exist.`);
  // Cached before the rule is added, so that the mask is drawn immediately.
  await response.blob();
  if (sheet === null) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  sheet.insertRule(`.${set}.${icon}::before { mask-image: url("${url}") }`);
}

sendBrowserTimeZone();
followTheme();
followOnline();
loadMissingIcons(
  loadIcon,
  iconNames.split(' ').map((name) => `fa-solid fa-${name}`),
);
createApp(App).use(router).provide(tableDefaults, defaultsOfTables).mount('#app');
