import { describe, expect, it } from 'vitest';
import { innocentCallNames, secretCallNames } from './callNames.fixture.ts';
import { innocentColumns, secretColumns } from './columnNames.fixture.ts';
import { isSecretColumn } from './isSecretColumn.ts';
import { secretNameTest } from './secretNameTest.ts';

describe('names in calls', () => {
  const isSecret = secretNameTest();

  it('recognises those of real services as secrets, also in lower case', () => {
    expect(secretCallNames.filter((name) => !isSecret(name))).toEqual([]);
    const separated = secretCallNames.filter((name) => /[-_]/.test(name));
    expect(separated.filter((name) => !isSecret(name.toLowerCase()))).toEqual([]);
  });

  it('keeps ordinary ones', () => {
    expect(innocentCallNames.filter((name) => isSecret(name))).toEqual([]);
  });

  it('counts every header that ends in -Key, except those that name data', () => {
    expect(isSecret('Acme-Key')).toBe(true);
    expect(isSecret('x-acme-key')).toBe(true);
    expect(isSecret('Idempotency-Key')).toBe(false);
    expect(['acme_key', 'xylophone_key', 'xkey'].filter((name) => isSecret(name))).toEqual([]);
    expect(secretNameTest([], ['acme-key'])('Acme-Key')).toBe(false);
  });
});

describe('names of columns', () => {
  it.each(Object.entries(secretColumns))('recognises the credentials of %s', (_software, names) => {
    expect(names.filter((name) => !isSecretColumn(name))).toEqual([]);
  });

  it('shows their neighbours', () => {
    expect(innocentColumns.filter((name) => isSecretColumn(name))).toEqual([]);
  });

  it.each([
    ['recovery_codes', 'code'],
    ['tokens', 'value'],
    ['public.user_private_key', 'value'],
    ['oc_twofactor_backupcodes', 'code'],
  ])('recognises the values of a table of secrets: %s.%s', (table, name) => {
    expect(isSecretColumn(name, { table })).toBe(true);
    expect(isSecretColumn(name, { table: 'countries' })).toBe(false);
  });

  it('takes the kind of the values into account', () => {
    expect(isSecretColumn('pass', { kind: 'fact' })).toBe(false);
    expect(isSecretColumn('salt', { kind: 'number' })).toBe(false);
    expect(isSecretColumn('tokens', { kind: 'number' })).toBe(false);
    expect(isSecretColumn('pin', { kind: 'number' })).toBe(true);
  });
});
