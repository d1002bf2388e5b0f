import { createHash } from 'node:crypto';
import type { PageBranding } from './PageBranding.ts';
import type { Branding } from './readBranding.ts';

export interface PagesBranding extends Pick<PageBranding, 'signInTexts'> {
  readonly branding: Branding;
}

/** A file served from memory; its path changes with its content. */
export interface BrandingFile {
  readonly path: string;
  readonly type: string;
  readonly content: Buffer;
}

export interface BrandedPages {
  readonly index: string;
  /** ETag of `index`. */
  readonly tag: string;
  readonly files: readonly BrandingFile[];
}

/**
 * Adds name, favicon and style sheet to index.html. The pages read the rest from `<meta name="rowhouse-branding">`, which
 * needs no inline script in the Content-Security-Policy.
 */
export function brandedPages(
  index: string,
  { branding: { name, logo, styles, signInText }, signInTexts }: PagesBranding,
): BrandedPages {
  const logoFile = logo && fileOf('logo', logo.extension, logo.type, logo.content);
  const styleFile =
    styles === null ? null : fileOf('colours', '.css', 'text/css; charset=utf-8', Buffer.from(styles));
  const shown: PageBranding = { name, logo: logoFile?.path ?? null, signInText, signInTexts };
  const head = [
    `<meta name="rowhouse-branding" content="${escaped(JSON.stringify(shown))}">`,
    ...(styleFile ? [`<link rel="stylesheet" href="${styleFile.path}">`] : []),
  ].join('');
  const branded = index
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(name)}</title>`)
    .replace(/<meta name="description"[^>]*>/, () => `<meta name="description" content="${escaped(name)}">`)
    .replace(/<link rel="icon"[^>]*>/, (icon) =>
      logoFile ? `<link rel="icon" type="${logoFile.type}" href="${logoFile.path}">` : icon,
    )
    .replace(/(<noscript>)Rowhouse/, (_all, tag: string) => tag + escaped(name))
    .replace('</head>', () => `${head}</head>`);

  return {
    index: branded,
    tag: `"${hashOf(branded)}"`,
    files: [logoFile, styleFile].filter((file) => file !== null),
  };
}

function fileOf(name: string, extension: string, type: string, content: Buffer): BrandingFile {
  return { path: `/branding/${name}-${hashOf(content)}${extension}`, type, content };
}

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 12);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
