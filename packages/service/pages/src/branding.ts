import { type FunctionalComponent, h } from 'vue';
import type { PageBranding } from '../../src/kernel/branding/PageBranding.ts';
import { language } from './i18n/translate.ts';

const rowhouse: PageBranding = { name: 'Rowhouse', logo: null, signInText: null, signInTexts: {} };

export const branding: PageBranding = read();

/** The text under the form of the sign-in page, in the language of the page; null for none. Reactive. */
export function signInText(): string | null {
  const own = Object.entries(branding.signInTexts).find(([tag]) => tag.split('-')[0] === language.value);

  return own?.[1] ?? branding.signInText;
}

/** Sets the title of the browser's tab. */
export function setTitle(title: string): void {
  document.title = `${title} · ${branding.name}`;
}

function read(): PageBranding {
  const content = document.querySelector<HTMLMetaElement>('meta[name="rowhouse-branding"]')?.content;

  // Written by the service into the same page.
  return content === undefined
    ? rowhouse
    : { ...rowhouse, ...(JSON.parse(content) as Partial<PageBranding>) };
}

/** Path and CSS class of each part of Rowhouse's mark. */
const markParts = [
  ['far', 'M5 25V14l4-4 4 4v11zM14 25V11l4-4 4 4v14z'],
  ['near', 'M23 25V15l2-2 2 2v10z'],
  ['ground', 'M8 16h2v2H8zm0 4h2v2H8zm9-7h2v2h-2zm0 4h2v2h-2zm0 4h2v4h-2z'],
] as const;

/** The application's logo. */
export const BrandMark: FunctionalComponent = () =>
  branding.logo
    ? h('img', { class: 'app-brand-logo', src: branding.logo, alt: '' })
    : h('svg', { class: 'app-brand-mark', viewBox: '0 0 32 32', 'aria-hidden': 'true', focusable: 'false' }, [
        h('rect', { class: 'app-brand-ground', width: 32, height: 32, rx: 7 }),
        ...markParts.map(([part, d]) => h('path', { class: `app-brand-${part}`, d })),
      ]);
