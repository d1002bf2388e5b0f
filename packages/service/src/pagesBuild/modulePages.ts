import type { Plugin } from 'vite';

const name = 'virtual:module-pages';

/** `virtual:module-pages`: a list of what the entries of the modules' pages export as default. */
export function modulePages(entries: readonly string[]): Plugin {
  return {
    name: 'module-pages',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}`
        ? [
            ...entries.map((entry, index) => `import pages${index} from ${JSON.stringify(entry)};`),
            `export default [${entries.map((_entry, index) => `pages${index}`).join(', ')}];`,
          ].join('\n')
        : undefined,
  };
}
