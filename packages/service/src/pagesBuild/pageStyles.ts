import { existsSync, globSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import purge from '@fullhuman/postcss-purgecss';
import type { Plugin } from 'vite';

const styleSheet = 'virtual:icons.css';
const address = 'virtual:icons';

const fontAwesome = dirname(fileURLToPath(import.meta.resolve('@fortawesome/fontawesome-free/package.json')));
const svgs = join(fontAwesome, 'svgs');
const { version } = JSON.parse(readFileSync(join(fontAwesome, 'package.json'), 'utf8')) as {
  version: string;
};
/** Cached permanently, so the version is part of the URL. */
const folder = `assets/icons-${version}`;

interface IconStylesOptions {
  /** Globs of files that name icons: pages, components, templates. */
  readonly sources: readonly string[];
  /** Further texts that name icons. */
  readonly texts?: readonly string[];
}

/**
 * `virtual:icons.css` contains the Font Awesome icons that the sources name as CSS masks, so that the first page needs no
 * icon font. `virtual:icons` has their names, and the path below which all icons are copied to the build as files; the pages load
 * others on demand.
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
      if (id !== `\0${address}` && id !== `\0${styleSheet}`) return undefined;
      const files = globSync(sources).filter((file) => !file.includes('.test.'));
      for (const file of files) this.addWatchFile(file);
      const names = namesIn([...texts, ...files.map((file) => readFileSync(file, 'utf8'))]);
      if (id === `\0${styleSheet}`) return styles(names);

      return `export const iconsFolder = ${JSON.stringify(`/${folder}`)};\nexport const iconNames = ${JSON.stringify(names.join(' '))};`;
    },
    async closeBundle() {
      if (this.meta.watchMode || this.environment.config.command !== 'build') return;
      await cp(svgs, join(outDir, folder), { recursive: true });
    },
  };
}

/** Icon names among quoted words and classes `fa-…`. */
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
  // An icon that is not loaded is transparent instead of a square.
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

const colours = '(white|black|light|dark|grey[a-z-]*|primary|link|info|success|warning|danger)';

/**
 * Classes that templates and rows of an application may use for columns, buttons and cells: colours, weights, sizes and
 * alignment, but no numbered shades (`has-text-danger-40`) and no layout.
 */
const forTemplates = [
  new RegExp(`^has-(text|background)-${colours}(-(light|dark|on-scheme|soft|bold|invert))?$`),
  /^has-text-(left|right|centered|justified)$/,
  /^has-text-weight-/,
  new RegExp(`^is-${colours}$`),
  /^is-(text|ghost|static|soft)$/,
  /^is-(small|normal|medium|large|outlined|inverted|rounded|loading|active|selected|delete)$/,
  /^is-size-\d$/,
  /^is-(italic|underlined|uppercase|lowercase|capitalized)$/,
  /^is-family-(primary|secondary|monospace|code)$/,
  /^is-(narrow|striped|bordered|hoverable|fullwidth|clipped|hidden|invisible)$/,
  /^(tag|tags|is-skeleton)$/,
];

interface UsedStylesOptions {
  /** Globs of files that name classes. */
  readonly sources: readonly string[];
  /** Further texts that name classes. */
  readonly texts?: readonly string[];
  /** Globs of the project's own style sheets, which use Bulma variables. */
  readonly styles: readonly string[];
}

/** The used part of PostCSS, whose types are not a dependency. */
interface StylePlugin {
  readonly postcssPlugin: string;
  OnceExit(root: StyleSheet, helpers: unknown): Promise<void> | undefined;
}

interface StyleSheet {
  readonly source?: { readonly input: { readonly file?: string } };
}

// The package is CommonJS, but its types are ESM.
const purgeCss = purge as unknown as (options: object) => Pick<StylePlugin, 'OnceExit'>;

/** Removes unused rules and variables of Bulma; the project's own style sheets stay unchanged. */
export function usedStyles({ sources, texts = [], styles }: UsedStylesOptions): StylePlugin {
  const ownStyles = globSync(styles).map((file) => readFileSync(file, 'utf8'));
  const plugin = purgeCss({
    content: [...sources, ...texts.map((raw) => ({ raw, extension: 'json' }))],
    variables: true,
    safelist: {
      standard: forTemplates,
      greedy: [/data-theme/],
      variables: ownStyles.flatMap((text) => text.match(/--bulma-[\w-]+/g) ?? []),
    },
    defaultExtractor: (text: string) => text.match(/[\w-]+/g) ?? [],
  });
  return {
    postcssPlugin: 'used-styles',
    OnceExit: (root, helpers) =>
      root.source?.input.file?.includes('bulma') ? plugin.OnceExit(root, helpers) : undefined,
  };
}
