import { describe, expect, it } from 'vitest';
import type { NamedRoute, RouteRegistry } from '../../RouteRegistry.ts';
import { type ValidationOptions, validateTemplate } from '../validateTemplate.ts';

const plain = { label: 'Number', name: 'number', data: 'orders.number' };
const complex = { type: 'global', icon: 'tags', class: 'is-info' };
const withButton = (button: unknown) => ({ routePrefix: 'orders', buttons: [button], columns: [plain] });
const withOption = (options: object) => ({ routePrefix: 'orders', columns: [plain], ...options });

function faultsOf(input: unknown, options?: ValidationOptions): string[] {
  return validateTemplate(input, options).map(({ path, code }) => `${path} ${code}`);
}

describe('routes', () => {
  const routes = registry([
    { name: 'orders.init', path: '/orders/init', methods: ['GET'] },
    { name: 'orders.tableData', path: '/orders/tableData', methods: ['GET'] },
    { name: 'orders.exportExcel', path: '/orders/exportExcel', methods: ['GET'] },
    { name: 'orders.destroy', path: '/orders/:order', methods: ['DELETE'] },
    { name: 'orders.action', path: '/orders/action', methods: ['POST'] },
  ]);
  const requiredRoutes = ['orders.init', 'orders.tableData', 'orders.exportExcel'];
  const check = (template: object) => faultsOf(template, { routes, requiredRoutes });

  it('have to be declared if the table needs them', () => {
    expect(check(withOption({}))).toEqual([]);
    const [fault] = validateTemplate(withOption({ dataRouteSuffix: 'tabelData' }), {
      routes,
      requiredRoutes: ['orders.tabelData'],
    });
    expect(fault).toMatchObject({
      path: 'dataRouteSuffix',
      code: 'unknown_route',
      suggestion: 'orders.tableData',
    });
  });

  it('are declared with the method by which they are called', () => {
    expect(check(withOption({ method: 'POST' }))).toEqual(['routePrefix route_method']);
    expect(check(withButton('action'))).toEqual(['buttons[0] route_method']);
    expect(check({ ...withButton('excel'), method: 'POST' })).toContain('buttons[0] route_method');
  });

  it('have to be declared for buttons, except those of the client', () => {
    expect(check(withButton('download'))).toEqual(['buttons[0] unknown_route']);
    expect(check(withButton('create'))).toEqual([]);
    expect(check(withButton('destroy'))).toEqual([]);
    expect(check(withButton({ ...complex, type: 'row', action: 'href', fullRoute: 'a.b' }))).toEqual([
      'buttons[0].fullRoute unknown_route',
    ]);
  });

  it('have to be pages of the client for router buttons, if its pages are known', () => {
    const clientRoutes = ['orders.show', 'orders.new', 'customers.show'];
    const checkPages = (button: unknown, options: ValidationOptions = {}) =>
      faultsOf(withButton(button), { clientRoutes, ...options });
    expect(checkPages('show')).toEqual([]);
    expect(checkPages('edit')).toEqual(['buttons[0] unknown_route']);
    expect(checkPages('exportExcel')).toEqual([]);
    const opens = { ...complex, action: 'router' };
    expect(checkPages({ ...opens, fullRoute: 'customers.show' })).toEqual([]);
    expect(checkPages({ ...opens, fullRoute: 'customers.index' })).toEqual([
      'buttons[0].fullRoute unknown_route',
    ]);
    expect(checkPages({ ...opens, routeSuffix: 'sums' })).toEqual(['buttons[0].routeSuffix unknown_route']);
    // Without a page, for other clients.
    const edit = registry([{ name: 'orders.edit', path: '/orders/:order/edit', methods: ['GET'] }]);
    expect(checkPages('edit', { routes: edit })).toEqual([]);

    const [fault] = validateTemplate(withButton('edit'), { clientRoutes: ['orders.edt'] });
    expect(fault).toMatchObject({
      problem: 'The button "edit" opens the page "orders.edit", and no page has this name.',
      remedy:
        'Write "orders.edt" as `fullRoute` if that is meant. Add a page with this name, or remove the button.',
      suggestion: 'orders.edt',
    });
  });

  it('have a parameter for the row in row buttons, and only there', () => {
    const ajax = { ...complex, action: 'ajax', method: 'DELETE', routeSuffix: 'destroy' };
    expect(check(withButton(ajax))).toEqual(['buttons[0].routeSuffix route_parameters']);
    expect(check(withButton({ ...ajax, type: 'row', method: 'POST', routeSuffix: 'action' }))).toEqual([
      'buttons[0].routeSuffix route_parameters',
    ]);
  });

  it('have to be declared for select filters', () => {
    const filter = { label: 'Seller', data: 'orders.seller_id', type: 'select', route: 'sellers.options' };
    expect(check(withOption({ filters: [filter] }))).toEqual(['filters[0].route unknown_route']);
  });
});

function registry(list: readonly NamedRoute[]): RouteRegistry {
  return {
    find: (name) => list.find((route) => route.name === name) ?? null,
    names: () => list.map(({ name }) => name),
  };
}
