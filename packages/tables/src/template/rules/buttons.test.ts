import { describe, expect, it } from 'vitest';
import { tableConfig } from '../defaultTableConfig.ts';
import { type ValidationOptions, validateTemplate } from '../validateTemplate.ts';

const plain = { label: 'Number', name: 'number', data: 'orders.number' };
const complex = { type: 'global', icon: 'tags', class: 'is-info' };
const withButton = (button: unknown) => ({ routePrefix: 'orders', buttons: [button], columns: [plain] });
const withOption = (options: object) => ({ routePrefix: 'orders', columns: [plain], ...options });

function faultsOf(input: unknown, options?: ValidationOptions): string[] {
  return validateTemplate(input, options).map(({ path, code }) => `${path} ${code}`);
}

describe('buttons', () => {
  it.each(['show', 'create', 'edit', 'destroy', 'download', 'exportExcel', 'excel', 'action'])(
    'accept the type "%s"',
    (name) => expect(faultsOf(withButton(name))).toEqual([]),
  );

  it('accept a name that the configuration adds', () => {
    const config = tableConfig({ buttons: { row: { archive: { icon: 'box', class: null } } } });
    expect(faultsOf(withButton('archive'), { config })).toEqual([]);
    expect(faultsOf(withButton('archive'))).toEqual(['buttons[0] unknown_word']);
  });

  it.each(['type', 'icon', 'class'])('written out need "%s"', (option) => {
    const { [option]: _, ...button } = complex as Record<string, string>;
    expect(faultsOf(withButton(button))).toEqual([`buttons[0].${option} missing`]);
  });

  it.each(['router', 'href', 'export'])('need a route for the action %s', (action) => {
    expect(faultsOf(withButton({ ...complex, action }))).toEqual(['buttons[0].routeSuffix missing']);
    expect(faultsOf(withButton({ ...complex, action, routeSuffix: 'x' }))).toEqual([]);
    expect(faultsOf(withButton({ ...complex, action, fullRoute: 'a.x' }))).toEqual([]);
  });

  it.each([
    [{ action: 'ajax', routeSuffix: 'x' }, 'method missing'],
    [{ action: 'href', routeSuffix: 'x', method: 'GET' }, 'method no_effect'],
    [{ method: 'GET' }, 'method no_effect'],
    [{ action: 'export', routeSuffix: 'x', postEvent: 'done' }, 'postEvent no_effect'],
    [{ action: 'href', routeSuffix: 'x', params: {} }, 'params no_effect'],
    [{ action: 'router', routeSuffix: 'x', fullRoute: 'a.x' }, 'fullRoute conflict'],
    [{ message: 'Sure?' }, 'message no_effect'],
    [{ message: 'Sure?', confirmation: false }, 'message no_effect'],
    [{ tooltip: 'Hi' }, 'tooltip no_effect'],
    [{ type: 'dropdown', tooltip: 'Hi' }, 'tooltip no_effect'],
    [{ selection: true }, 'selection no_effect'],
    [{ action: 'ajx', routeSuffix: 'x', method: 'GET' }, 'action unknown_word'],
    [{ action: 'ajax', routeSuffix: 'x', method: 'HEAD' }, 'method unknown_word'],
    [{ params: [] }, 'params wrong_type'],
  ])('%j are refused', (fields, fault) => {
    expect(faultsOf(withButton({ ...complex, ...fields }))).toEqual([`buttons[0].${fault}`]);
  });

  it('act on the selection only when they are global', () => {
    const button = { ...complex, type: 'row', selection: true };
    expect(faultsOf({ ...withButton(button), selectable: true })).toEqual(['buttons[0].selection conflict']);
  });

  it('have names of their own, unless these are derived', () => {
    const buttons = ['excel', 'exportExcel', { ...complex, name: 'excel' }, complex, complex];
    expect(faultsOf(withOption({ buttons }))).toEqual(['buttons[1] duplicate', 'buttons[2].name duplicate']);
  });
});
