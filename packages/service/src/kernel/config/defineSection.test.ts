import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { apiCallsConfig } from '../../modules/apiCalls/config.ts';
import { kernelSections } from './Config.ts';
import { defineSection } from './defineSection.ts';
import { boolean, choice, group, key, list, named, text, whole } from './keys.ts';
import { loadConfig } from './loadConfig.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowhouse-sections-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const shop = defineSection(
  'shop',
  {
    currency: choice('Currency of all prices.', ['EUR', 'CHF'], { default: 'EUR' }),
    returnDays: whole('Days to return.', { range: [0, 365, 'days'], default: 14 }),
    token: text('Token of the courier.', { secret: true, minLength: 8, env: 'COURIER_TOKEN' }),
    countries: list('Where to.', Type.String({ minLength: 2 }), { default: ['DE'] }),
    rates: key('Rates by country.', Type.Record(Type.String(), Type.Number()), { default: { DE: 0.19 } }),
    courier: group({ slow: boolean('Whether it is slow.', { default: false }) }),
    depots: named(
      { docks: whole('Docks of {name}.', { range: [1, 9], default: 1 }) },
      {
        names: { north: { docks: 3 } },
        description: 'Depots.',
        defaultText: 'one',
        expected: 'an object of depots',
      },
    ),
  },
  {
    module: 'shop',
    check: ({ returnDays, token }) =>
      returnDays === 0 && token !== undefined
        ? ['shop.returnDays is 0, but must not be with a courier.']
        : [],
    reads: ['apiCalls'],
    checkTogether: ({ shop, apiCalls }: { shop: { returnDays: number }; apiCalls: { keepDays: number } }) =>
      apiCalls.keepDays < shop.returnDays
        ? [
            `apiCalls.keepDays is ${apiCalls.keepDays}, but must not be less than shop.returnDays, ${shop.returnDays}.`,
          ]
        : [],
  },
);
const sections = [...kernelSections, apiCallsConfig, shop] as const;

function faults(
  environment: NodeJS.ProcessEnv,
  values: object = {},
  file?: unknown,
  all: Sections = sections,
): string {
  if (file !== undefined) writeFileSync(join(folder, 'rowhouse.config.json'), JSON.stringify(file));
  try {
    loadConfig(environment, folder, all, { values, valuesName: 'rowhouse.config.ts' });
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

type Sections = Parameters<typeof loadConfig>[2];

describe('A section of a module', () => {
  it('has its own defaults, variables and types, in addition to those of the service', () => {
    const config = loadConfig(
      {
        ROWHOUSE_SHOP_CURRENCY: 'CHF',
        ROWHOUSE_SHOP_COUNTRIES: 'CH, LI',
        ROWHOUSE_SHOP_RATES: '{"CH": 0.08}',
        ROWHOUSE_SHOP_COURIER_SLOW: 'yes',
        ROWHOUSE_SHOP_DEPOTS_NORTH_DOCKS: '4',
        COURIER_TOKEN: 'very secret',
      },
      folder,
      sections,
      { values: { shop: { depots: { south: {} } } } },
    );
    expect(config.shop).toEqual({
      currency: 'CHF',
      returnDays: 14,
      token: 'very secret',
      countries: ['CH', 'LI'],
      rates: { DE: 0.19, CH: 0.08 },
      courier: { slow: true },
      depots: { north: { docks: 4 }, south: { docks: 1 } },
    });
    expect(config.port).toBe(3000);
    expectTypeOf(config.port).toEqualTypeOf<number>();
    expectTypeOf(config.shop.currency).toEqualTypeOf<'EUR' | 'CHF'>();
    expectTypeOf(config.shop.token).toEqualTypeOf<string | undefined>();
    expectTypeOf(config.shop.countries).toEqualTypeOf<readonly string[]>();
    expectTypeOf(config.shop.courier.slow).toEqualTypeOf<boolean>();
    expectTypeOf(config.shop.depots.north?.docks).toEqualTypeOf<number | undefined>();
  });

  it('is unknown unless added', () => {
    expect(faults({}, {}, { shop: {} }, [...kernelSections, apiCallsConfig])).toContain('"shop" in');
  });

  it('has its faults reported together with all others, without secrets', () => {
    const message = faults(
      { ROWHOUSE_SHOP_CURRENCY: 'USD', ROWHOUSE_PORT: 'many', COURIER_TOKEN: 'hunter2' },
      { shop: { courier: { slov: true } }, mail: { smtp: { user: 'desk' } } },
      { shop: { returnDays: 400 }, logLevel: 'loud' },
    );
    const expected = [
      'ROWHOUSE_PORT is "many", but must be a number.',
      'ROWHOUSE_SHOP_CURRENCY is "USD", but must be EUR or CHF.',
      'COURIER_TOKEN is not acceptable (its value is not shown), but must be a text.',
      '"shop.courier.slov" in rowhouse.config.ts is not known. Did you mean "slow"? Remove it',
      'rowhouse.config.json is 400, but must be a whole number of days from 0 to 365.',
      'rowhouse.config.json is "loud", but must be fatal,',
      'mail.smtp has no host.',
      'ROWHOUSE_MAIL_FROM is not set, but a mail server is.',
    ];
    expect(expected.filter((fault) => !message.includes(fault))).toEqual([]);
    expect(message.match(/^ {2}- /gm)).toHaveLength(expected.length);
    expect(message).not.toContain('hunter2');
  });

  it('checks its own keys and other sections, even if a third section has faults', () => {
    expect(faults({ COURIER_TOKEN: 'very secret', ROWHOUSE_SHOP_RETURN_DAYS: '0' })).toContain(
      'must not be with a courier',
    );
    const message = faults({ ROWHOUSE_SHOP_RETURN_DAYS: '60', ROWHOUSE_MAIL_FROM: 'nobody' });
    expect(message).toContain('apiCalls.keepDays is 30, but must not be less than shop.returnDays, 60.');
    expect(message).toContain('ROWHOUSE_MAIL_FROM is "nobody"');
  });
});

describe("The application's values", () => {
  it('override the defaults; the file overrides them, and a variable overrides the file', () => {
    writeFileSync(
      join(folder, 'rowhouse.config.json'),
      '{"port": 2, "host": "::1", "shop": {"courier": {"slow": true}}}',
    );
    const values = {
      port: 1,
      host: '::2',
      logLevel: 'warn',
      signUp: undefined,
      shop: { returnDays: 7, countries: ['FR'] },
    };
    const config = loadConfig({ ROWHOUSE_PORT: '3' }, folder, sections, { values });
    expect(config).toMatchObject({
      port: 3,
      host: '::1',
      logLevel: 'warn',
      signUp: false,
      environment: 'development',
    });
    expect(config.shop).toMatchObject({
      returnDays: 7,
      countries: ['FR'],
      courier: { slow: true },
      currency: 'EUR',
    });
  });

  it('are named in messages, without secrets', () => {
    const message = faults({}, { shop: { token: 'hunter2' }, port: 70_000 });
    expect(message).toContain(
      '"port" in rowhouse.config.ts is 70000, but must be a whole number from 0 to 65535.',
    );
    expect(message).toContain('"shop.token" in rowhouse.config.ts is not acceptable');
    expect(message).not.toContain('hunter2');
  });

  it('are merged with a file given by path', () => {
    writeFileSync(join(folder, 'other.json'), '{"port": 4}');
    expect(loadConfig({ ROWHOUSE_CONFIG: 'none.json' }, folder, sections, { file: 'other.json' }).port).toBe(
      4,
    );
    expect(() => loadConfig({}, folder, sections, { file: 'none.json' })).toThrow(
      /none\.json cannot be read/,
    );
  });
});

describe('Sections that collide', () => {
  const days = whole('Days.', { range: [1, 9], default: 1 });
  it.each([
    [
      'by their name',
      defineSection('mail', { days }, { module: 'letters' }),
      'The key "mail" of the configuration is declared twice: by the service (from, smtp) and by the module letters (days).',
    ],
    [
      'with a key of the first level',
      defineSection('port', { days }, { module: 'harbour' }),
      'The key "port" of the configuration is declared twice: by the service (port) and by the module harbour (days).',
    ],
    [
      'by a variable',
      defineSection('database', { poolSize: days }, { module: 'pool' }),
      'The variable ROWHOUSE_DATABASE_POOL_SIZE is declared twice: for databasePoolSize by the service and for ' +
        'database.poolSize by the module pool. Rename one of them.',
    ],
    [
      'by an alias',
      defineSection(
        'ship',
        { port: whole('Port.', { range: [1, 9], default: 1, env: 'PORT' }) },
        { module: 'ship' },
      ),
      'The variable PORT is declared twice: for port by the service and for ship.port by the module ship.',
    ],
    [
      'by a name that is none',
      defineSection('my-shop', { days }),
      '"my-shop", declared by the service, is not a valid section name',
    ],
  ])('are refused, with both named: %s', (_how, section, message) => {
    expect(faults({}, {}, undefined, [...kernelSections, apiCallsConfig, section])).toContain(message);
  });
});
