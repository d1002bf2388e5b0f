import { shallowRef } from 'vue';

/**
 * The CSS classes of a Font Awesome icon by its name. A name with a blank is taken as classes, such as
 * `fa-brands fa-github`; one that begins with `fa-` has the prefix already.
 */
export function iconClass(name: string): string {
  const trimmed = name.trim();

  if (/\s/.test(trimmed)) {
    return trimmed;
  }

  return trimmed.startsWith('fa-') ? `fa-solid ${trimmed}` : `fa-solid fa-${trimmed}`;
}

/**
 * The icon that a cell's value names. Of several classes only those of the first one's icon set count, which begin
 * alike: data must not lend an element classes such as those of a dialog.
 */
export function iconOfValue(value: string): string {
  const [first = '', ...others] = value.trim().split(/\s+/);
  const set = first.slice(0, 2);

  return [first, ...others.filter((other) => other.startsWith(set))].join(' ');
}

/** How often style sheets may have come since: the icon font's can be late. */
const loads = shallowRef(0);
/** Loads and classes → whether the font has the icon. */
const known = new Map<string, boolean>();

if (typeof window !== 'undefined' && document.readyState !== 'complete') {
  window.addEventListener('load', () => {
    loads.value += 1;
  });
}

/** Loads an icon by its classes; null where only those of the style sheets are to be had. */
let loadMore: ((classes: string) => Promise<unknown>) | null = null;
const requested = new Set<string>();

/**
 * `load` is called with the classes of an icon that the page's style sheets do not have, once for each: a page that ships
 * only the icons it knows loads the others one by one, or all of them with the first. Without it, and where it has not
 * helped, such an icon is a neutral mark.
 */
export function loadMissingIcons(load: (classes: string) => Promise<unknown>): void {
  loadMore = load;
}

/**
 * Whether the page's style sheets have the icon, as a font or as a mask. Each is looked up once, and loaded where it is
 * missing (`loadMissingIcons`).
 */
export function isKnownIcon(name: string): boolean {
  if (typeof document === 'undefined') {
    return true;
  }

  const classes = iconClass(name);
  const key = `${loads.value} ${classes}`;
  let isKnown = known.get(key);

  if (isKnown === undefined) {
    isKnown = isDrawn(classes);
    known.set(key, isKnown);
    if (!isKnown) loadIcon(classes);
  }

  return isKnown;
}

function loadIcon(classes: string): void {
  if (loadMore === null || requested.has(classes)) return;
  requested.add(classes);
  // Without it the neutral mark stays.
  loadMore(classes).then(
    () => {
      loads.value += 1;
    },
    () => undefined,
  );
}

function isDrawn(classes: string): boolean {
  const probe = document.createElement('i');
  probe.className = classes;
  probe.setAttribute('aria-hidden', 'true');
  document.body.append(probe);
  const { content, maskImage } = getComputedStyle(probe, '::before');
  const isDrawn = !['none', 'normal', '', '""'].includes(content) || maskImage.includes('url(');
  probe.remove();

  return isDrawn;
}
