import { language } from './i18n/translate.ts';

/** What the application is called and looks like, as the service has written it into the page. */
interface Branding {
  readonly name: string;
  /** Address of an image. */
  readonly logo: string | null;
  readonly signInText: string | null;
  /** Language → the text. */
  readonly signInTexts: Readonly<Record<string, string>>;
}

const rowhouse: Branding = { name: 'Rowhouse', logo: null, signInText: null, signInTexts: {} };

export const branding: Branding = read();

/** The text under the form of the sign-in page, in the language of the page; null without one. Reactive. */
export function signInText(): string | null {
  const own = Object.entries(branding.signInTexts).find(([tag]) => tag.split('-')[0] === language.value);

  return own?.[1] ?? branding.signInText;
}

/** Names the page in the browser's tab. */
export function setTitle(title: string): void {
  document.title = `${title} · ${branding.name}`;
}

function read(): Branding {
  const content = document.querySelector<HTMLMetaElement>('meta[name="rowhouse-branding"]')?.content;

  // Written by the service, together with this very page.
  return content === undefined ? rowhouse : { ...rowhouse, ...(JSON.parse(content) as Partial<Branding>) };
}
