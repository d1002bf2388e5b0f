import type { TableDefinition, TemplateJson } from '@rowhouse/tables';
import type { Translate } from '../language/translate.ts';
import { tablePermissions } from './tablePermissions.ts';

/** How people read a permission, in English. `{name}` in the label stands for a parameter, which is translated. */
export interface PermissionText {
  readonly label: string;
  readonly parameters?: Readonly<Record<string, string>>;
  /** The table or the part of the service that it belongs to. */
  readonly group: string;
}

/** What a module says about a permission: its label, or that and a group other than its own. */
export type PermissionEntry = string | { readonly label: string; readonly group?: string };

export interface DescribedPermission {
  readonly label: string;
  readonly group: string;
}

export interface PermissionCatalogue {
  /** Names that modules declare, whether or not a route has them. */
  readonly declared: readonly string[];
  /** In a language. A name that is not known, such as one of a removed module, is its own label. */
  describe(language: string, name: string): DescribedPermission;
}

export interface CatalogueParts {
  readonly modules: readonly {
    readonly name: string;
    readonly permissions?: Readonly<Record<string, PermissionEntry>>;
    readonly menu?: Readonly<Record<string, { readonly label?: string }>>;
  }[];
  readonly definitions: readonly TableDefinition[];
  /** Of the data route, where a template names none. */
  readonly dataRouteSuffix: string;
  readonly translate: Translate;
}

/**
 * Labels and groups of all permissions: those that modules declare, then those of the tables. The list of a table has two
 * permissions of the same label, `{table}.init` and `{table}.tableData`, of which neither is of use without the other.
 */
export function permissionCatalogue(parts: CatalogueParts): PermissionCatalogue {
  const { modules, definitions, dataRouteSuffix, translate } = parts;
  const menu = Object.assign({}, ...modules.map((module) => module.menu)) as Record<
    string,
    { label?: string }
  >;
  const tables = new Map(
    definitions.map(({ template }) => {
      const { routePrefix, name } = template as TemplateJson;

      return [routePrefix, menu[routePrefix]?.label ?? name] as const;
    }),
  );
  const texts = new Map<string, PermissionText>();
  for (const definition of definitions) {
    const group = tables.get((definition.template as TemplateJson).routePrefix) ?? '';
    for (const [name, text] of tablePermissions(definition, { group, dataRouteSuffix })) {
      if (!texts.has(name)) texts.set(name, text);
    }
  }
  const declared = modules.flatMap(({ name: module, permissions = {} }) =>
    Object.entries(permissions).map(([name, entry]) => {
      const { label, group } = typeof entry === 'string' ? { label: entry, group: undefined } : entry;
      texts.set(name, { label, group: group ?? tables.get(prefixOf(name)) ?? humanized(module) });

      return name;
    }),
  );

  return {
    declared,
    describe: (language, name) => {
      const text = texts.get(name) ?? {
        label: name,
        group: tables.get(prefixOf(name)) ?? humanized(prefixOf(name)),
      };

      return {
        label: translate(language, text.label, translated(translate, language, text)),
        group: translate(language, text.group),
      };
    },
  };
}

/** `orders` of `orders.init`. */
function prefixOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.'))) || name;
}

/** `Api calls` of `apiCalls`. */
function humanized(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[-_.]+/g, ' ')
    .toLowerCase();

  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Parameters in the language; English names are written small within a sentence: `orders`, but `API logs`. */
function translated(
  translate: Translate,
  language: string,
  { label, parameters = {} }: PermissionText,
): Record<string, string> {
  const isEnglish = translate(language, label) === label;

  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      const text = translate(language, value);

      return [
        name,
        isEnglish && /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text,
      ];
    }),
  );
}
