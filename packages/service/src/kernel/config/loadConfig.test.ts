import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultTableConfig } from '@rowhouse/tables/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createService } from '../../definition/createService.ts';
import { configKeys } from './configKeys.ts';
import { keepSecret } from './dataDir.ts';
import { loadConfig } from './loadConfig.ts';
import { defaultQueues } from './sections/queues.fixture.ts';
import { tables as section } from './sections/tables.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowhouse-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function faults(environment: NodeJS.ProcessEnv): string {
  try {
    loadConfig(environment, folder);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

describe('The configuration', () => {
  it('requires no settings', () => {
    expect(createService().readConfig({}, folder)).toEqual({
      environment: 'development',
      host: '127.0.0.1',
      port: 3000,
      baseUrl: 'http://127.0.0.1:3000',
      dataDir: join(folder, 'data'),
      databaseSchema: 'rowhouse',
      databaseReplicas: [],
      databaseReplicaLag: 10,
      databasePoolSize: 10,
      schemaCheckSeconds: 60,
      databaseLimits: { statementSeconds: 60, lockSeconds: 3 },
      stopDelay: 0,
      logLevel: 'info',
      language: 'en',
      languages: ['en'],
      signUp: false,
      trustProxy: false,
      files: { driver: 'local' },
      avatars: { maxBytes: 5 * 1024 ** 2, external: { baseUrl: null, timeout: 3000 } },
      apiCalls: { keepDays: 30, secretNames: [], successStatuses: [200], failureWindow: 60, debug: false },
      bodyLimit: 1_048_576,
      mail: { from: 'Rowhouse <rowhouse@localhost>', smtp: null },
      notifications: { keepReadDays: 90 },
      queues: defaultQueues,
      workers: true,
      exports: { keepHours: 24, openPerUser: 20 },
      tables: defaultTableConfig,
    });
  });

  it('prefers variables over the file, and the file over defaults', () => {
    writeFileSync(
      join(folder, 'rowhouse.config.json'),
      '{"port": 4000, "logLevel": "warn", "tables": {"debounce": 1}}',
    );
    const config = loadConfig({ ROWHOUSE_PORT: '5000', ROWHOUSE_TABLES_LENGTH_MENU: '5, 50' }, folder);
    expect(config).toMatchObject({
      port: 5000,
      logLevel: 'warn',
      host: '127.0.0.1',
      tables: { debounce: 1, lengthMenu: [5, 50] },
    });
  });

  it('reads the file of ROWHOUSE_CONFIG, and reports if it is missing or invalid', () => {
    writeFileSync(join(folder, 'other.json'), '{"port": 4001}');
    expect(loadConfig({ ROWHOUSE_CONFIG: 'other.json' }, folder).port).toBe(4001);
    expect(faults({ ROWHOUSE_CONFIG: 'gone.json' })).toMatch(
      /ROWHOUSE_CONFIG names .*gone\.json.*Correct the path/,
    );
    writeFileSync(join(folder, 'other.json'), '{port');
    expect(faults({ ROWHOUSE_CONFIG: 'other.json' })).toMatch(/other\.json is not valid JSON/);
  });

  it('reports all faults together, each with origin, value and expectation', () => {
    writeFileSync(join(folder, 'rowhouse.config.json'), '{"prot": 1, "languages": ["en", 7]}');
    const message = faults({
      ROWHOUSE_PORT: 'many',
      NODE_ENV: 'staging',
      ROWHOUSE_SIGN_UP: 'perhaps',
      ROWHOUSE_DATABASE_POOL_SIZE: '1',
    });
    expect(message).toContain('ROWHOUSE_PORT is "many", but must be a number.');
    expect(message).toContain('NODE_ENV is "staging", but must be development or production.');
    expect(message).toContain('ROWHOUSE_SIGN_UP is "perhaps", but must be true or false.');
    expect(message).toContain('ROWHOUSE_DATABASE_POOL_SIZE is 1, but must be a whole number from 2 to 500.');
    expect(message).toMatch(/"prot" in .*rowhouse\.config\.json is not known\. .*known keys: .*port/);
    expect(message).toMatch(/"languages" in .* is \["en",7\], but must be a list of language tags/);
    expect(message.match(/^ {2}- /gm)).toHaveLength(6);
  });

  it('covers the whole configuration of tables, each key by file and by variable', () => {
    writeFileSync(
      join(folder, 'rowhouse.config.json'),
      '{"tables": {"buttons": {"row": {"show": {"class": "is-info"}}}, "labels": {"crtNo": "No."}}}',
    );
    const { tables } = loadConfig(
      { ROWHOUSE_TABLES_LABELS_ACTIONS: 'Do', ROWHOUSE_TABLES_STYLE_MAPPING: '{"left": "l"}' },
      folder,
    );
    expect(tables.labels).toEqual({ crtNo: 'No.', actions: 'Do' });
    expect(tables.buttons.row.show).toEqual({ ...defaultTableConfig.buttons.row.show, class: 'is-info' });
    expect(tables.style.mapping).toEqual({ ...defaultTableConfig.style.mapping, left: 'l' });
    const leaves = (value: object, path: string): string[] =>
      Object.entries(value).flatMap(([name, inner]) => {
        const key = `${path}.${name}`;
        const isObject = typeof inner === 'object' && !Array.isArray(inner);
        return isObject && !['tables.buttons', 'tables.style'].includes(path) ? leaves(inner, key) : [key];
      });
    const keys = configKeys(section.node, ['tables']).map(({ path }) => path.join('.'));
    expect(keys.sort()).toEqual(leaves(defaultTableConfig, 'tables').sort());
  });

  it('reports faults of the table configuration at the invalid part', () => {
    writeFileSync(
      join(folder, 'rowhouse.config.json'),
      '{"tables": {"lengthMenu": [10, "x"], "stile": 1, "buttons": {"row": {"print": {"class": "a"}}}}}',
    );
    const message = faults({ ROWHOUSE_TABLES_METHOD: 'PUT' });
    expect(message).toContain('ROWHOUSE_TABLES_METHOD is "PUT", but must be one of GET, POST.');
    expect(message).toMatch(/"tables\.lengthMenu\.1" in .* is "x", but must be integer/);
    expect(message).toMatch(/"tables\.stile" in .* is not known\. .*known keys: .*lengthMenu/);
    writeFileSync(
      join(folder, 'rowhouse.config.json'),
      '{"tables": {"buttons": {"row": {"print": {"class": "a"}}}}}',
    );
    expect(faults({})).toMatch(/"tables\.buttons\.row\.print" in .* lacks icon/);
  });

  it('says which channels and alignments of tables there are', () => {
    const configured = (tables: object) => {
      writeFileSync(join(folder, 'rowhouse.config.json'), JSON.stringify({ tables }));

      return faults({});
    };
    expect(configured({ export: { notifications: ['slack', 'database'] } })).toContain(
      'tables.export.notifications has "slack", which is not a channel of this service. Use mail, database, broadcast',
    );
    expect(configured({ style: { default: ['left', 'hover', 'right'] } })).toContain(
      'is ["left","hover","right"], but must be a list with at most 1 of left, center, right.',
    );
    expect(configured({ lengthMenu: [] })).toContain('is [], but must be a list of at least 1.');
  });

  it('refuses an address with a path, under which neither pages nor links would work', () => {
    for (const address of [
      'https://example.org/office',
      'https://example.org//office/',
      'https://example.org?a',
    ]) {
      expect(faults({ ROWHOUSE_BASE_URL: address })).toContain(
        `ROWHOUSE_BASE_URL is "${address}", but must be an address without a path, such as https://tables.example.com: give the service a host name of its own.`,
      );
    }
    expect(faults({ ROWHOUSE_BASE_URL: 'https://example.org/' })).toBe('');
    expect(faults({ ROWHOUSE_BASE_URL: 'https://example.org:8443' })).toBe('');
  });

  it('never shows a secret', () => {
    const message = faults({ ROWHOUSE_SECRET: 'hunter2', DATABASE_URL: 'mysql://root:hunter3@db/x' });
    expect(message).toContain('ROWHOUSE_SECRET is not acceptable');
    expect(message).toContain('DATABASE_URL is not acceptable');
    expect(message).not.toMatch(/hunter/);
  });

  it('requires a secret in production with DATABASE_URL', () => {
    const production = { NODE_ENV: 'production', DATABASE_URL: 'postgresql://db/x' };
    expect(faults(production)).toContain('ROWHOUSE_SECRET is not set');
    expect(faults({ ...production, ROWHOUSE_SECRET: 'x'.repeat(32) })).toBe('');
    expect(faults({ NODE_ENV: 'production' })).toBe('');
  });
});

describe('The secret', () => {
  it('is generated once, readable by its owner only, and the same for processes that start at the same time', async () => {
    const config = { dataDir: join(folder, 'data') };
    const [first, second] = await Promise.all([keepSecret(config), keepSecret(config)]);
    expect(first).toBe(second);
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(await keepSecret(config)).toBe(first);
    expect(statSync(join(folder, 'data', 'secret')).mode & 0o777).toBe(0o600);
    expect(await keepSecret({ ...config, secret: 'mine' })).toBe('mine');
  });
});
