import { globSync, readFileSync } from 'node:fs';
import purgeCss from '@fullhuman/postcss-purgecss';
import type { AcceptedPlugin, Root } from 'postcss';

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

export interface UsedStylesOptions {
  /** Globs of the files that name classes. */
  readonly sources: readonly string[];
  /** Globs of the project's own style sheets, which use variables of Bulma. */
  readonly styles: readonly string[];
}

/** Removes the rules and variables of Bulma that nothing uses; the project's own style sheets stay whole. */
export function usedStyles({ sources, styles }: UsedStylesOptions): AcceptedPlugin {
  const texts = globSync(styles).map((file) => readFileSync(file, 'utf8'));
  const purge = purgeCss({
    content: [...sources],
    variables: true,
    safelist: {
      standard: forTemplates,
      greedy: [/data-theme/],
      variables: texts.flatMap((text) => text.match(/--bulma-[\w-]+/g) ?? []),
    },
    defaultExtractor: (text) => text.match(/[\w-]+/g) ?? [],
  }) as { OnceExit(root: Root, helpers: unknown): Promise<void> };
  return {
    postcssPlugin: 'used-styles',
    OnceExit: (root, helpers) =>
      root.source?.input.file?.includes('bulma') ? purge.OnceExit(root, helpers) : undefined,
  };
}
