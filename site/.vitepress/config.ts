import { readFileSync } from 'node:fs';
import { headingSlug } from '../src/markdown.ts';

const output = new URL('../../dist/docs/', import.meta.url);

/** Written by src/run.ts, with the pages. */
const { sidebar, base } = JSON.parse(readFileSync(new URL('site.json', output), 'utf8')) as {
  readonly sidebar: object[];
  readonly base: string;
};

interface MarkdownRenderer {
  readonly renderer: {
    readonly rules: Record<string, (tokens: { readonly content: string }[], index: number) => string>;
  };
  readonly utils: { escapeHtml(text: string): string };
}

export default {
  title: 'Rowhouse',
  description: 'Tables, actions, exports, avatars and API calls for back offices.',
  base,
  srcDir: new URL('pages', output).pathname,
  outDir: new URL('site', output).pathname,
  cacheDir: new URL('cache', output).pathname,
  // src/checkSite.ts finds them, and those to headings.
  ignoreDeadLinks: true,
  // The pages are Markdown as code hosts show it: neither HTML nor expressions of Vue.
  markdown: {
    html: false,
    anchor: { slugify: headingSlug },
    config(md: MarkdownRenderer) {
      const plain = (text: string) => md.utils.escapeHtml(text).replaceAll('{{', '&#123;&#123;');
      md.renderer.rules.text = (tokens, index) => plain(tokens[index]!.content);
      md.renderer.rules.code_inline = (tokens, index) => `<code>${plain(tokens[index]!.content)}</code>`;
    },
  },
  themeConfig: { search: { provider: 'local' }, outline: [2, 3], sidebar, externalLinkIcon: true },
};
