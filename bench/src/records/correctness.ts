import { isDeepStrictEqual } from 'node:util';
import { withClient } from '../harness/postgres.ts';
import type { RunningContender } from './main.ts';
import { type CustomerValues, change, create, newCustomer } from './requests.ts';

/** Throws unless a contender writes what was sent, returns the same rows as the others, and refuses the same requests. */
export async function checkContender(url: string, target: RunningContender, number: number): Promise<void> {
  const { name } = target.contender;
  const values = newCustomer(number);
  const { status, body } = await create(target, values);
  const id = Number(body.row?.dtRowId);
  const expectRow = (what: string, actual: unknown, expected: unknown) => {
    if (!isDeepStrictEqual(actual, expected))
      throw new Error(`${name}: ${what} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}.`);
  };
  expectRow('the status of a new customer', status, 201);
  expectRow('a new customer', await stored(url, id), values);
  const { name: shownName, email, company } = body.row ?? {};
  expectRow('the new row', { name: shownName, email, company }, pick(values));

  const next = { name: 'Another name', country_code: 'SE' };
  const seen = { name: values.name, country_code: values.country_code };
  const changed = await change(target, { row: id, values: next, expected: seen });
  expectRow('the status of a change', changed.status, 200);
  expectRow('a changed customer', await stored(url, id), { ...values, ...next });
  expectRow('the changed row', changed.body.row?.name, next.name);

  const refusals: readonly [number, Promise<{ status: number }>][] = [
    [422, create(target, { ...values, email: 'nobody' })],
    [422, create(target, { ...values, country_code: 'QQ' })],
    [422, create(target, { ...values, id: 1 })],
    [422, create(target, { name: 'Without an address' })],
    [422, change(target, { row: id, values: { country_code: 'QQ' }, expected: {} })],
    [409, change(target, { row: id, values: { name: 'Third' }, expected: seen })],
    [404, change(target, { row: 2_000_000_000, values: { name: 'Third' }, expected: {} })],
  ];
  for (const [index, [expected, refused]] of refusals.entries())
    expectRow(`the status of refusal ${index + 1}`, (await refused).status, expected);
  expectRow('the customer after refusals', await stored(url, id), { ...values, ...next });
}

function pick({ name, email, company }: CustomerValues): object {
  return { name, email, company };
}

async function stored(url: string, id: number): Promise<unknown> {
  const { rows } = await withClient(url, (client) =>
    client.query('select name, company, email, country_code, newsletter from customers where id = $1', [id]),
  );

  return rows[0] && { ...rows[0] };
}
