import type { TableDefinition, TemplateJson } from '@rowhouse/tables';
import type { PermissionText } from './permissionCatalogue.ts';

/** Labels of buttons that every application has, by the suffix of their route. */
const known: Readonly<Record<string, string>> = {
  create: 'Create {name}',
  store: 'Create {name}',
  show: 'See details of {name}',
  edit: 'Change {name}',
  update: 'Change {name}',
  destroy: 'Delete {name}',
  download: 'Download {name}',
};

/** Names of default buttons, and the suffixes of their routes where these are others. */
const suffixes: Readonly<Record<string, string>> = { excel: 'exportExcel' };

/** The permissions of a table's own routes, and of those that its buttons and filters lead to. */
export function tablePermissions(
  { template, initRouteSuffix = 'init', actions = {} }: TableDefinition,
  { group, dataRouteSuffix }: { readonly group: string; readonly dataRouteSuffix: string },
): [name: string, text: PermissionText][] {
  const {
    routePrefix,
    dataRouteSuffix: own = dataRouteSuffix,
    buttons = [],
    filters = [],
  } = template as TemplateJson;
  const parameters = { name: group };
  const list = { label: 'See the list of {name}', parameters, group };
  const buttonTexts = buttons.map((button): [string, PermissionText] => {
    if (typeof button === 'string') {
      const suffix = suffixes[button] ?? button;

      return [`${routePrefix}.${suffix}`, { label: known[suffix] ?? wordsOf(suffix), parameters, group }];
    }
    const { name = '', routeSuffix = name, fullRoute = `${routePrefix}.${routeSuffix}` } = button;
    const label = button.label ?? button.tooltip ?? known[routeSuffix] ?? wordsOf(name);

    return [fullRoute, { label, parameters, group }];
  });

  return [
    [`${routePrefix}.${initRouteSuffix}`, list],
    [`${routePrefix}.${own}`, list],
    [`${routePrefix}.exportExcel`, { label: 'Export {name}', parameters, group }],
    ...buttonTexts,
    ...Object.keys(actions).map((action): [string, PermissionText] => [
      `${routePrefix}.${action}`,
      { label: wordsOf(action), group },
    ]),
    ...filters.flatMap((filter): [string, PermissionText][] => {
      const { route, label } = filter as { readonly route?: string; readonly label: string };
      if (route === undefined) return [];

      return [
        [route, { label: 'Filter {name} by {filter}', parameters: { ...parameters, filter: label }, group }],
      ];
    }),
  ];
}

/** `Mark paid` of `markPaid`. */
function wordsOf(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

  return words.charAt(0).toUpperCase() + words.slice(1);
}
