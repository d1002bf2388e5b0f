import { type FunctionalComponent, h, shallowRef, type VNode } from 'vue';

/**
 * The CSS classes of a Font Awesome icon. A name with a space is used as it is, such as `fa-brands fa-github`; one that
 * begins with `fa-` has the prefix already.
 */
export function iconClass(name: string): string {
  const trimmed = name.trim();

  if (/\s/.test(trimmed)) {
    return trimmed;
  }

  return trimmed.startsWith('fa-') ? `fa-solid ${trimmed}` : `fa-solid fa-${trimmed}`;
}

/**
 * The icon that a cell's value names. Classes outside the first one's icon set (`fa-…`) are dropped, so that data cannot
 * give an element classes such as those of a dialog.
 */
export function iconOfValue(value: string): string {
  const [first = '', ...others] = value.trim().split(/\s+/);
  const set = first.slice(0, 2);

  return [first, ...others.filter((other) => other.startsWith(set))].join(' ');
}

/** Counts events after which more style sheets may be loaded: the icon font's can be late. */
const loads = shallowRef(0);
/** Loads and classes → whether the font has the icon. */
const known = new Map<string, boolean>();

if (typeof window !== 'undefined' && document.readyState !== 'complete') {
  window.addEventListener('load', () => {
    loads.value += 1;
  });
}

/** Loads an icon by its classes; null where only the icons of the style sheets are available. */
let loadMore: ((classes: string) => Promise<unknown>) | null = null;
let drawn: ReadonlySet<string> = new Set();
const requested = new Set<string>();

/**
 * `load` is called once with the classes of each icon that the page's style sheets do not have, so that a page can ship only
 * the icons it knows. Without `load`, or if it fails, such an icon is a neutral mark. `shipped` are the classes of those that
 * they have: others are looked up, which makes the browser compute the styles of the page.
 */
export function loadMissingIcons(
  load: (classes: string) => Promise<unknown>,
  shipped: readonly string[] = [],
): void {
  loadMore = load;
  drawn = new Set(shipped);
}

/**
 * True if the page's style sheets have the icon, as a font or as a mask. Each icon is looked up once; a missing one is
 * loaded (`loadMissingIcons`).
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

/**
 * An icon, hidden from screen readers. If the page's icon font does not have it, the text `fallback` is drawn instead:
 * nothing for an empty text, a neutral mark by default.
 */
export function iconNode(name: string, fallback?: string): VNode | null {
  if (isKnownIcon(name)) {
    return h('span', { class: 'icon is-small' }, h('i', { class: iconClass(name), 'aria-hidden': 'true' }));
  }
  if (fallback === undefined) {
    return h('span', { class: 'icon is-small rh-icon-unknown', 'aria-hidden': 'true' });
  }

  return fallback ? h('span', { class: 'rh-icon-text', 'aria-hidden': 'true' }, fallback) : null;
}

/** `iconNode` as a component. */
export const TableIcon: FunctionalComponent<{ name: string; fallback?: string }> = ({ name, fallback }) =>
  iconNode(name, fallback);
TableIcon.props = ['name', 'fallback'];

function loadIcon(classes: string): void {
  if (loadMore === null || requested.has(classes)) return;
  requested.add(classes);
  // If loading fails, the neutral mark stays.
  loadMore(classes).then(
    () => {
      loads.value += 1;
    },
    () => undefined,
  );
}

function isDrawn(classes: string): boolean {
  if (drawn.has(classes)) return true;
  const probe = document.createElement('i');
  probe.className = classes;
  probe.setAttribute('aria-hidden', 'true');
  document.body.append(probe);
  const { content, maskImage } = getComputedStyle(probe, '::before');
  const isShown = !['none', 'normal', '', '""'].includes(content) || maskImage.includes('url(');
  probe.remove();

  return isShown;
}
