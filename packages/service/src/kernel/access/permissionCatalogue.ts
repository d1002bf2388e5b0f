import type { EnglishText } from '@rowhouse/problems';
import type { TableDefinition, TemplateJson } from '@rowhouse/tables';
import type { Translate } from '../language/translate.ts';

/** English label of a permission. `{name}` in it is replaced by a parameter, which is translated. */
interface PermissionText {
  readonly label: string;
  readonly parameters?: Readonly<Record<string, string>>;
  /** The table or the part of the service. */
  readonly group: string;
}

/** A label, or a label with a group other than the module's. */
export type PermissionEntry = EnglishText | { readonly label: EnglishText; readonly group?: EnglishText };

interface DescribedPermission {
  readonly label: string;
  readonly group: string;
}

export interface PermissionCatalogue {
  /** Names that modules declare, with or without a route. */
  readonly declared: readonly string[];
  /** An unknown name, such as one of a removed module, is its own label. */
  describe(language: string, name: string): DescribedPermission;
}

interface CatalogueOptions {
  readonly modules: readonly {
    readonly name: string;
    readonly permissions?: Readonly<Record<string, PermissionEntry>>;
    readonly menu?: Readonly<Record<string, { readonly label?: string }>>;
  }[];
  readonly definitions: readonly TableDefinition[];
  /** Of data routes whose template names none. */
  readonly dataRouteSuffix: string;
  readonly translate: Translate;
}

/**
 * Labels and groups of all permissions. The label that a module declares overrides a table's default. A table's list has
 * two permissions of the same label, `{table}.init` and `{table}.tableData`: neither is useful alone.
 */
export function permissionCatalogue(options: CatalogueOptions): PermissionCatalogue {
  const { modules, definitions, dataRouteSuffix, translate } = options;
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

/** Translated parameters. In English sentences they start in lower case: `orders`, but `API logs`. */
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

/** Labels of the routes of every table. */
const ofTables = {
  list: 'See the list of {name}',
  export: 'Export {name}',
  filter: 'Filter {name} by {filter}',
} satisfies Readonly<Record<string, EnglishText>>;

/** Labels of common routes, by suffix. */
const known = {
  create: 'Create {name}',
  store: 'Create {name}',
  show: 'See details of {name}',
  edit: 'Change {name}',
  update: 'Change {name}',
  destroy: 'Delete {name}',
  download: 'Download {name}',
  import: 'Import {name}',
} satisfies Readonly<Record<string, EnglishText>>;

function labelOf(suffix: string): string | undefined {
  return Object.hasOwn(known, suffix) ? known[suffix as keyof typeof known] : undefined;
}

/** Button name → route suffix, where they differ. */
const suffixes: Readonly<Record<string, string>> = { excel: 'exportExcel' };

/** The permissions of a table's own routes and of the routes that its buttons and filters use. */
function tablePermissions(
  { template, initRouteSuffix = 'init', actions = {}, edit, records }: TableDefinition,
  { group, dataRouteSuffix }: { readonly group: string; readonly dataRouteSuffix: string },
): [name: string, text: PermissionText][] {
  const {
    routePrefix,
    dataRouteSuffix: own = dataRouteSuffix,
    buttons = [],
    filters = [],
  } = template as TemplateJson;
  const parameters = { name: group };
  const list = { label: ofTables.list, parameters, group };
  const buttonTexts = buttons.map((button): [string, PermissionText] => {
    if (typeof button === 'string') {
      const suffix = suffixes[button] ?? button;

      return [`${routePrefix}.${suffix}`, { label: labelOf(suffix) ?? wordsOf(suffix), parameters, group }];
    }
    const { name = '', routeSuffix = name, fullRoute = `${routePrefix}.${routeSuffix}` } = button;
    const label = button.label ?? button.tooltip ?? labelOf(routeSuffix) ?? wordsOf(name);

    return [fullRoute, { label, parameters, group }];
  });

  return [
    [`${routePrefix}.${initRouteSuffix}`, list],
    [`${routePrefix}.${own}`, list],
    [`${routePrefix}.exportExcel`, { label: ofTables.export, parameters, group }],
    ...buttonTexts,
    ...writing(edit !== undefined, records).map((suffix): [string, PermissionText] => [
      `${routePrefix}.${suffix}`,
      { label: known[suffix], parameters, group },
    ]),
    ...Object.keys(actions).map((action): [string, PermissionText] => [
      `${routePrefix}.${action}`,
      { label: wordsOf(action), group },
    ]),
    ...filters.flatMap((filter): [string, PermissionText][] => {
      const { route, label } = filter as { readonly route?: string; readonly label: string };
      if (route === undefined) return [];

      return [[route, { label: ofTables.filter, parameters: { ...parameters, filter: label }, group }]];
    }),
  ];
}

/** The suffixes of the routes by which cells and records are written. */
function writing(hasCells: boolean, records: TableDefinition['records']): (keyof typeof known)[] {
  const { create, update, delete: destroy, import: files } = records ?? {};

  return [
    ...(create ? (['create', 'store'] as const) : []),
    ...(hasCells || update ? (['edit'] as const) : []),
    ...(update ? (['update'] as const) : []),
    ...(destroy ? (['destroy'] as const) : []),
    ...(files ? (['import'] as const) : []),
  ];
}

/** `Mark paid` of `markPaid`. */
function wordsOf(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

  return words.charAt(0).toUpperCase() + words.slice(1);
}
