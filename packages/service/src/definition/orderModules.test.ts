import { describe, expect, it } from 'vitest';
import { defineModule } from '../kernel/module/Module.ts';
import { orderModules } from './orderModules.ts';

declare module '../kernel/module/Provides.ts' {
  interface ModuleProvides {
    readonly crm: { readonly contacts: readonly string[] };
  }
}

const named = (name: string, ...requires: string[]) => defineModule({ name, requires });
const order = (...modules: readonly ReturnType<typeof named>[]) =>
  orderModules(modules).map(({ name }) => name);

describe('Modules that require others', () => {
  it('open after these, and otherwise in the order of the list', () => {
    expect(order(named('a'), named('sales', 'crm', 'mail'), named('mail'), named('crm', 'mail'))).toEqual([
      'a',
      'mail',
      'crm',
      'sales',
    ]);
  });

  it('receive exactly what these provide', () => {
    defineModule({
      name: 'sales',
      requires: ['crm'],
      open: ({ contacts, config }) => {
        expect([contacts.length, config]).toBeDefined();

        return {};
      },
      // @ts-expect-error `notifications` is not required.
      routes: (_app, { mail }) => mail,
    });
    defineModule({ name: 'plain', routes: (_app, { mail }) => void mail.send });
    // @ts-expect-error `crm` is not required.
    defineModule({ name: 'plain', routes: (_app, { contacts }) => contacts });
  });

  it('are refused if one is missing, with both names', () => {
    expect(() => order(named('sales', 'crn'), named('crm'))).toThrow(
      'The module "sales" requires the module "crn", which the service does not have. Did you mean "crm"?',
    );
    expect(() => order(named('sales', 'warehouse'))).toThrow('Add it to "modules" of defineService.');
  });

  it('are refused if they require each other, with the circle', () => {
    expect(() => order(named('a', 'b'), named('b', 'c'), named('c', 'b'))).toThrow(
      'The modules "c" and "b" require each other: "b" requires "c" requires "b".',
    );
    expect(() => order(named('a', 'a'))).toThrow('"a" requires "a"');
  });
});
