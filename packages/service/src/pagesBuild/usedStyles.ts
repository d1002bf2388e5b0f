import { globSync, readFileSync } from 'node:fs';
import purge from '@fullhuman/postcss-purgecss';

const colours = '(white|black|light|dark|grey[a-z-]*|primary|link|info|success|warning|danger)';

/**
 * Classes that the templates and rows of an application may give to columns, buttons and cells without any source naming
 * them: colours, weights, sizes, alignment. Left out are shades by number (`has-text-danger-40`) and layout.
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
  /** Globs of the files that name classes. */
  readonly sources: readonly string[];
  /** Further text that names classes. */
  readonly texts?: readonly string[];
  /** Globs of the project's own style sheets, which use variables of Bulma. */
  readonly styles: readonly string[];
}

/** What is used of PostCSS, whose types come with Vite only. */
interface StylePlugin {
  readonly postcssPlugin: string;
  OnceExit(root: StyleSheet, helpers: unknown): Promise<void> | undefined;
}

interface StyleSheet {
  readonly source?: { readonly input: { readonly file?: string } };
}

// The package is CommonJS, and its types say that it is not.
const purgeCss = purge as unknown as (options: object) => Pick<StylePlugin, 'OnceExit'>;

/** Removes the rules and variables of Bulma that nothing uses; the project's own style sheets stay whole. */
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
