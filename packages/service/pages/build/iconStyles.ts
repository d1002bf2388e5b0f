import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const name = 'virtual:icons.css';

const svgs = join(
  dirname(fileURLToPath(import.meta.resolve('@fortawesome/fontawesome-free/package.json'))),
  'svgs',
);

export interface IconStylesOptions {
  /** Globs of the files that name icons: pages, components, templates. */
  readonly sources: readonly string[];
}

/**
 * `virtual:icons.css`: Font Awesome's icons that the sources name, each as a mask of a few hundred bytes, so that the
 * first page needs neither the font (139 kB) nor its style sheet. Other icons come with the font: src/iconFont.ts.
 */
export function iconStyles({ sources }: IconStylesOptions): Plugin {
  return {
    name: 'icon-styles',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      const files = globSync(sources).filter((file) => !file.includes('.test.'));
      for (const file of files) this.addWatchFile(file);
      return styles(namesIn(files.map((file) => readFileSync(file, 'utf8'))));
    },
  };
}

/** Every quoted word, and every class `fa-…`, that is the name of an icon. */
function namesIn(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => text.match(/\bfa-[a-z0-9-]+|(?<=["'])[a-z0-9-]{3,}(?=["'])/g) ?? []);
  const names = new Set(words.map((word) => word.replace(/^fa-/, '')));
  return [...names].filter((icon) => existsSync(fileOf(icon))).sort();
}

function fileOf(icon: string): string {
  return join(svgs, 'solid', `${icon}.svg`);
}

function styles(icons: readonly string[]): string {
  // Once the font is there, it draws all of them: see src/iconFont.ts.
  const scope = 'html:not(.has-icon-font)';
  const rules = icons.map(
    (icon) => `${scope} .fa-solid.fa-${icon}::before{mask-image:url("${dataUrl(icon)}")}`,
  );
  return `${scope} .fa-solid{display:inline-block;flex:none;width:1.25em;line-height:1;text-align:center}
${scope} .fa-solid::before{content:"";display:inline-block;width:1.25em;height:1em;vertical-align:-.125em;background:currentColor;mask:center/contain no-repeat}
@media (forced-colors:active){${scope} .fa-solid::before{forced-color-adjust:none;background:CanvasText}}
${rules.join('\n')}
`;
}

function dataUrl(icon: string): string {
  const svg = readFileSync(fileOf(icon), 'utf8').replace(/<!--.*?-->/s, '');
  return `data:image/svg+xml,${svg.replaceAll('"', "'").replace(/[#%<>]/g, encodeURIComponent)}`;
}
