import { existsSync, globSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const styleSheet = 'virtual:icons.css';
const address = 'virtual:icons';

const fontAwesome = dirname(fileURLToPath(import.meta.resolve('@fortawesome/fontawesome-free/package.json')));
const svgs = join(fontAwesome, 'svgs');
const { version } = JSON.parse(readFileSync(join(fontAwesome, 'package.json'), 'utf8')) as {
  version: string;
};
/** Kept by browsers for good: another version has another address. */
const folder = `assets/icons-${version}`;

interface IconStylesOptions {
  /** Globs of the files that name icons: pages, components, templates. */
  readonly sources: readonly string[];
  /** Further text that names icons. */
  readonly texts?: readonly string[];
}

/**
 * `virtual:icons.css`: Font Awesome's icons that the sources name, each as a mask of a few hundred bytes, so that the
 * first page needs neither a font nor its style sheet. All others are copied into the build as single files, whose
 * address is in `virtual:icons`; src/loadIcon.ts loads those that a template or a menu names.
 */
export function iconStyles({ sources, texts = [] }: IconStylesOptions): Plugin {
  let outDir = '';

  return {
    name: 'icon-styles',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
      if (config.build.outDir.startsWith('/')) outDir = config.build.outDir;
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${folder}`, (request, response, next) => {
        const path = /^\/(solid|regular|brands)\/[a-z0-9-]+\.svg$/.exec(request.url ?? '')?.[0];
        if (path === undefined || !existsSync(join(svgs, path))) return next();
        response.setHeader('content-type', 'image/svg+xml');
        response.end(readFileSync(join(svgs, path)));
      });
    },
    resolveId: (id) => (id === styleSheet || id === address ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${address}`) return `export const iconsFolder = ${JSON.stringify(`/${folder}`)};`;
      if (id !== `\0${styleSheet}`) return undefined;
      const files = globSync(sources).filter((file) => !file.includes('.test.'));
      for (const file of files) this.addWatchFile(file);
      return styles(namesIn([...texts, ...files.map((file) => readFileSync(file, 'utf8'))]));
    },
    async closeBundle() {
      if (this.meta.watchMode || this.environment.config.command !== 'build') return;
      await cp(svgs, join(outDir, folder), { recursive: true });
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
  const icon = ':is(.fa-solid,.fas,.fa-regular,.far,.fa-brands,.fab)';
  const rules = icons.map((name) => `.fa-solid.fa-${name}::before{mask-image:url("${dataUrl(name)}")}`);
  // An icon that is not there yet is transparent, and not a square.
  return `${icon}{display:inline-block;flex:none;width:1.25em;line-height:1;text-align:center}
${icon}::before{content:"";display:inline-block;width:1.25em;height:1em;vertical-align:-.125em;background:currentColor;mask:linear-gradient(#0000,#0000) center/contain no-repeat}
@media (forced-colors:active){${icon}::before{forced-color-adjust:none;background:CanvasText}}
${rules.join('\n')}
`;
}

function dataUrl(icon: string): string {
  const svg = readFileSync(fileOf(icon), 'utf8').replace(/<!--.*?-->/s, '');
  return `data:image/svg+xml,${svg.replaceAll('"', "'").replace(/[#%<>]/g, encodeURIComponent)}`;
}
