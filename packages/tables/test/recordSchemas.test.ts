import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { createDepot, type Depot, parcels, routes } from './depot.ts';
import { type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

describe.each(dialects)('the schema of the values of a record, on %s', (dialect) => {
  let database: LoggedDatabase<Depot>;
  let isNew: (values: unknown) => boolean;
  let isChange: (values: unknown) => boolean;
  let schema: { readonly properties: Record<string, object> };
  beforeAll(async () => {
    database = await loggedDatabase<Depot>(dialect);
    await createDepot(database.db, dialect);
    const { records } = tablesOf(database.db, parcels(), {}, routes);
    const ajv = new Ajv({ strict: false, validateFormats: false });
    schema = (await records.schema('parcels', 'create')) as typeof schema;
    isNew = ajv.compile(schema);
    isChange = ajv.compile(await records.schema('parcels', 'update'));
  });
  afterAll(() => database.destroy());

  const whole = { code: 'P', label: 'Books', weight: '1.5' };

  it('has the labels, helps and defaults of the form', () => {
    expect(schema.properties.label).toMatchObject({
      title: 'Text on the parcel',
      description: 'As it is printed',
    });
    expect(schema.properties.cents).toMatchObject({
      title: 'Price',
      default: '0',
      minimum: 0,
      maximum: 1000,
    });
    expect(schema.properties.due_on).toMatchObject({ type: ['string', 'null'], format: 'date' });
    expect(schema.properties.sent_at).toMatchObject({ format: 'date-time' });
    expect(Object.keys(schema.properties)).not.toContain('twice');
  });

  it.each([
    whole,
    { ...whole, weight: 1.5, cents: 1000, state: 'sent', fragile: true, region: 'N' },
    { ...whole, region: null, note: null, due_on: '2026-07-02' },
  ])('accepts %j', (values) => {
    expect([isNew(values), isChange(values)]).toEqual([true, true]);
  });

  it.each([
    { code: 'too long a code' },
    { label: ' x' },
    { label: null },
    { weight: '1.234' },
    { weight: 'heavy' },
    { cents: -1 },
    { cents: 1000.01 },
    { state: 'gone' },
    { fragile: 'yes' },
    { created_by: 'me' },
    { id: 1 },
    { twice: 4 },
  ])('refuses %j, as the request is', (values) => {
    expect([isNew({ ...whole, ...values }), isChange(values)]).toEqual([false, false]);
  });

  it('requires of a new record what the database requires', () => {
    expect([isNew({}), isChange({})]).toEqual([false, true]);
  });
});
