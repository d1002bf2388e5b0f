import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { defaultTableConfig, shouldValidate, tableConfig } from './defaultTableConfig.ts';
import { tableConfigSchema } from './tableConfigSchema.ts';

describe('the default configuration', () => {
  it('has the defaults of every key', () => {
    const { buttons: _, ...config } = defaultTableConfig;
    expect(config).toEqual({
      validations: 'local',
      labels: { crtNo: '#', actions: 'Actions' },
      lengthMenu: [10, 15, 20, 25, 30],
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
      fullInfoRecordLimit: 100000,
      debounce: 350,
      responsive: true,
      method: 'GET',
      dataRouteSuffix: 'tableData',
      comparisonOperator: 'LIKE',
    });
  });

  it.each([
    ['create', 'global', 'plus', 'is-success', 'create', 'create', undefined, 'router', undefined],
    ['import', 'global', 'file-import', null, 'import', 'import', undefined, 'router', undefined],
    ['excel', 'global', 'file-excel', null, 'exportExcel', 'export-excel', undefined, 'export', undefined],
    ['action', 'global', 'check', null, 'action', 'custom-action', 'custom-action-done', 'ajax', 'PATCH'],
    ['show', 'row', 'eye', 'is-success', 'show', 'show', undefined, 'router', undefined],
    ['edit', 'row', 'pencil-alt', 'is-warning', 'edit', 'edit', undefined, 'router', undefined],
    ['destroy', 'row', 'trash-alt', 'is-danger', 'destroy', 'destroy', 'destroyed', 'ajax', 'DELETE'],
    [
      'download',
      'row',
      'cloud-download-alt',
      'is-primary',
      'download',
      'download',
      undefined,
      'href',
      undefined,
    ],
  ] as const)(
    'defines the button %s',
    (name, position, icon, cssClass, routeSuffix, event, postEvent, action, method) => {
      const {
        label: _,
        confirmation: __,
        message: ___,
        ...button
      } = defaultTableConfig.buttons[position][name]!;
      expect({ postEvent: undefined, method: undefined, ...button }).toEqual({
        icon,
        class: cssClass,
        routeSuffix,
        event,
        postEvent,
        action,
        method,
      });
    },
  );

  it('has labels for the global buttons, and a confirmation for action and destroy', () => {
    const { global, row } = defaultTableConfig.buttons;
    expect(Object.keys(global)).toEqual(['create', 'import', 'excel', 'action']);
    expect(Object.keys(row)).toEqual(['show', 'edit', 'destroy', 'download']);
    expect(Object.values(global).map(({ label }) => label)).toEqual(['Create', 'Import…', 'Excel', 'Action']);
    expect(Object.values(row).map(({ label }) => label)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    const confirmed = [...Object.entries(global), ...Object.entries(row)].filter(
      ([, button]) => button.confirmation,
    );
    expect(confirmed.map(([name]) => name)).toEqual(['action', 'destroy']);
    expect(row.destroy!.message).toMatch(/about to be deleted/);
    expect(global.action!.message).toMatch(/sure\?$/);
  });

  it('is frozen, and right by its own schema', () => {
    expect(Object.isFrozen(defaultTableConfig.buttons.row.show)).toBe(true);
    expect(Value.Check(tableConfigSchema, defaultTableConfig)).toBe(true);
  });
});

describe('tableConfig', () => {
  it('merges objects, replaces lists and ignores undefined', () => {
    const config = tableConfig({
      debounce: 50,
      lengthMenu: [5],
      labels: { actions: 'Do' },
      timeZone: undefined,
      buttons: { row: { archive: { icon: 'box', class: null }, show: { icon: 'search' } } },
    });
    expect(config.debounce).toBe(50);
    expect(config.lengthMenu).toEqual([5]);
    expect(config.labels).toEqual({ crtNo: '#', actions: 'Do' });
    expect(config.timeZone).toBe('UTC');
    expect(config.buttons.row.archive).toEqual({ icon: 'box', class: null });
    expect(config.buttons.row.show).toMatchObject({ icon: 'search', class: 'is-success' });
    expect(Object.isFrozen(config.lengthMenu)).toBe(true);
    expect(defaultTableConfig.buttons.row.archive).toBeUndefined();
  });

  it('does not freeze its argument', () => {
    const overrides = { lengthMenu: [5], style: { default: ['striped' as const] } };
    tableConfig(overrides);
    expect(Object.isFrozen(overrides.lengthMenu) || Object.isFrozen(overrides.style)).toBe(false);
  });
});

describe('the schema of the configuration', () => {
  it.each<[object, string]>([
    [{ debounce: -1 }, 'debounce: -1 is out of range. Give 0 or more.'],
    [{ lengthMenu: [] }, 'lengthMenu: The list is empty.'],
    [{ lengthMenu: [10, 'x'] }, 'lengthMenu[1]: "x" is given where a whole number is expected.'],
    [{ lengthMenu: [5, 5] }, 'lengthMenu[1]: 5 is listed twice.'],
    [{ validations: 'never' }, 'validations: "never" is not a value. Use one of: always, local.'],
    [{ lenghtMenu: [5] }, 'lenghtMenu: "lenghtMenu" is not an option of a table configuration.'],
    [{ labels: null }, 'labels: null is given where an object is expected.'],
    [
      { style: { default: ['left', 'hover', 'right'] } },
      'style.default: The alignments left and right exclude each other. Keep one of them.',
    ],
    [{ export: { timeout: 0 } }, 'export.timeout: 0 is out of range.'],
    [{ buttons: { row: { show: { action: 'jump' } } } }, 'buttons.row.show.action: "jump" is not a value.'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone: "Mars/Olympus" is not a time zone.'],
  ])('refuses %j', (overrides, fault) => {
    expect(() => tableConfig(overrides)).toThrow(
      expect.objectContaining({
        code: 'tables.invalid_template',
        message: expect.stringContaining(`- ${fault}`),
      }),
    );
  });

  it('accepts styles with one alignment or none', () => {
    expect(Value.Check(tableConfigSchema, tableConfig({ style: { default: ['left', 'compact'] } }))).toBe(
      true,
    );
    expect(Value.Check(tableConfigSchema, tableConfig({ style: { default: [] } }))).toBe(true);
  });
});

describe('validation', () => {
  it.each([
    ['local', true, true],
    ['local', false, false],
    ['always', true, true],
    ['always', false, true],
  ] as const)('%s, development %s: %s', (validations, development, expected) => {
    expect(shouldValidate({ validations }, development)).toBe(expected);
  });
});
