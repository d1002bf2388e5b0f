import { TableError } from '../errors.ts';
import { configFaults } from './configFaults.ts';
import type { TableConfig } from './TableConfig.ts';

/** The default configuration. */
export const defaultTableConfig: TableConfig = deepFreeze({
  validations: 'local',
  labels: { crtNo: '#', actions: 'Actions' },
  lengthMenu: [10, 15, 20, 25, 30],
  buttons: {
    global: {
      create: {
        icon: 'plus',
        class: 'is-success',
        routeSuffix: 'create',
        event: 'create',
        action: 'router',
        label: 'Create',
      },
      import: {
        icon: 'file-import',
        class: null,
        routeSuffix: 'import',
        event: 'import',
        action: 'router',
        label: 'Import…',
      },
      excel: {
        icon: 'file-excel',
        class: null,
        routeSuffix: 'exportExcel',
        event: 'export-excel',
        action: 'export',
        label: 'Excel',
      },
      action: {
        icon: 'check',
        class: null,
        routeSuffix: 'action',
        event: 'custom-action',
        postEvent: 'custom-action-done',
        action: 'ajax',
        method: 'PATCH',
        label: 'Action',
        confirmation: true,
        message: 'The action will be applied to every row of the result. Are you sure?',
      },
    },
    row: {
      show: { icon: 'eye', class: 'is-success', routeSuffix: 'show', event: 'show', action: 'router' },
      edit: { icon: 'pencil-alt', class: 'is-warning', routeSuffix: 'edit', event: 'edit', action: 'router' },
      destroy: {
        icon: 'trash-alt',
        class: 'is-danger',
        routeSuffix: 'destroy',
        event: 'destroy',
        postEvent: 'destroyed',
        action: 'ajax',
        method: 'DELETE',
        confirmation: true,
        message: 'The selected record is about to be deleted. Are you sure?',
      },
      download: {
        icon: 'cloud-download-alt',
        class: 'is-primary',
        routeSuffix: 'download',
        event: 'download',
        action: 'href',
      },
    },
  },
  style: {
    default: ['hover', 'center'],
    mapping: {
      left: 'has-text-left',
      center: 'has-text-centered',
      right: 'has-text-right',
      compact: 'is-narrow',
      striped: 'is-striped',
      bordered: 'is-bordered',
      hover: 'is-hoverable',
    },
    highlight: 'has-background-info',
  },
  export: { path: 'exports', timeout: 500, notifications: ['broadcast', 'database'] },
  queues: { exports: 'heavy', notifications: 'notifications' },
  dateFormat: 'd-m-Y',
  datetimeFormat: 'd-m-Y H:i:s',
  timeZone: 'UTC',
  limits: { pageSeconds: 15, countSeconds: 30, queries: 5, searchLength: 200, searchWords: 20 },
  fullInfoRecordLimit: 100_000,
  debounce: 350,
  responsive: true,
  method: 'GET',
  dataRouteSuffix: 'tableData',
  comparisonOperator: 'LIKE',
} satisfies TableConfig);

/** Any part of the configuration. */
export type TableConfigOverrides = PartsOf<TableConfig>;

type PartsOf<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [Key in keyof T]?: PartsOf<T[Key]> }
    : T;

/**
 * The default configuration with overrides. Objects are merged, so that a button can be added, or a single CSS class
 * changed; lists are replaced; `undefined` changes nothing. The result is frozen. Throws `tables.invalid_template` with
 * every fault, so that a wrong value is not found by the first request.
 */
export function tableConfig(overrides: TableConfigOverrides = {}): TableConfig {
  const config = merge(defaultTableConfig, overrides) as TableConfig;
  const faults = configFaults(config);
  if (faults.length > 0) {
    const texts = faults.map(({ path, problem, remedy }) => `- ${path}: ${problem} ${remedy}`);
    throw new TableError(
      'tables.invalid_template',
      `The table configuration has faults:\n${texts.join('\n')}`,
    );
  }

  return deepFreeze(config);
}

function merge(base: unknown, override: unknown): unknown {
  if (override === undefined) return base;
  if (!isObject(override)) return structuredClone(override);
  const start = isObject(base) ? base : {};
  const changed = Object.entries(override).map(([key, value]) => [
    key,
    merge(Object.hasOwn(start, key) ? start[key] : undefined, value),
  ]);
  return { ...start, ...Object.fromEntries(changed) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Freezes a value recursively, and returns it. */
export function deepFreeze<T>(value: T): T {
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue;
    Object.freeze(next);
    waiting.push(...Object.values(next).filter((member) => member !== undefined));
  }
  return value;
}

/** Whether templates are validated: always, or with `validations: 'local'` during development only. */
export function shouldValidate(
  { validations }: Pick<TableConfig, 'validations'>,
  development: boolean,
): boolean {
  return validations === 'always' || development;
}
