import { fillIn } from '@rowhouse/table-protocol/texts';
import { expect, it } from 'vitest';
import { describeSchemaFault, type SchemaFault } from './describeSchemaFault.ts';

const german: Readonly<Record<string, string>> = {
  'must be {0}': 'muss {0} sein',
  '{0} or {1}': '{0} oder {1}',
  'a text': 'ein Text',
  empty: 'leer',
  'a day of delivery': 'ein Liefertag',
};
const inGerman = (fault: SchemaFault) =>
  describeSchemaFault(fault).in((text, values) => fillIn(german[text] ?? text, values, 'de', String));

it('describes faults by their keyword, in the language of the reader', () => {
  expect(inGerman({ keyword: 'type', params: { type: ['string', 'null'] } })).toBe(
    'muss ein Text oder leer sein',
  );
  expect(
    inGerman({
      keyword: 'pattern',
      params: { pattern: '^x' },
      data: 'y',
      parentSchema: { description: 'a day of delivery' },
    }),
  ).toBe('muss ein Liefertag sein');
});

it('asks for a value where the text is blank', () => {
  const required = String(describeSchemaFault({ keyword: 'required' }));
  for (const keyword of ['minLength', 'pattern']) {
    expect(String(describeSchemaFault({ keyword, params: { limit: 2 }, data: ' ' }))).toBe(required);
    expect(String(describeSchemaFault({ keyword, params: { limit: 2 }, data: 'x' }))).not.toBe(required);
  }
});

it('keeps the message of the validator for keywords that it does not know', () => {
  expect(String(describeSchemaFault({ keyword: 'even', message: 'must be even' }))).toBe('must be even');
});
