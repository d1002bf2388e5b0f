import { iconsFolder } from 'virtual:icons';

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
 * Loads an icon that `virtual:icons.css` does not have, by its classes, one of a set and one of an icon, and draws it from
 * then on. Rejects for what is no icon of Font Awesome.
 */
export async function loadIcon(classes: string): Promise<void> {
  const names = classes.split(/\s+/);
  const set = names.find((name) => Object.hasOwn(sets, name));
  const icon = names.find((name) => name !== set && /^fa-[a-z0-9-]+$/.test(name));
  if (set === undefined || icon === undefined) throw new Error(`${classes} is no icon.`);
  const url = `${iconsFolder}/${sets[set]}/${icon.slice('fa-'.length)}.svg`;
  const response = await fetch(url, { headers: { accept: 'image/svg+xml' } });
  if (!response.ok) throw new Error(`${url} is not there.`);
  // The browser has it now, so that the mask shows at the same time as the rule.
  await response.blob();
  if (sheet === null) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  sheet.insertRule(`.${set}.${icon}::before { mask-image: url("${url}") }`);
}
