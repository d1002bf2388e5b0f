import { describe, expect, test } from 'vitest';
import { openTable } from '../tableClient.fixture.ts';

describe('the options of a select filter', () => {
  test('are read with the query that the contract has', async () => {
    const { table, server } = await openTable();
    const [choice] = table.filterChoices;
    const options = choice && table.filterOptions(choice, 'Ada & Co');
    expect(server.last).toMatchObject({
      method: 'GET',
      path: '/api/customers',
      payload: { paginate: '100', query: 'Ada & Co', searchMode: 'full', trackBy: 'id' },
    });
    await server.last.respond([{ id: 1, name: 'Ada' }, { id: 'x' }, { name: 'without id' }, null]);
    expect(await options).toEqual([
      { id: 1, name: 'Ada' },
      { id: 'x', name: 'x' },
    ]);
  });

  test('are translated if the filter says so', async () => {
    const { table, server } = await openTable({}, { i18n: (text) => text.toUpperCase() });
    const [choice] = table.filterChoices;
    const options = choice && table.filterOptions({ ...choice, translated: true }, '', 200);
    expect(server.last).toMatchObject({ payload: { paginate: '200' } });
    await server.last.respond([{ id: 1, name: 'Germany' }]);
    expect(await options).toEqual([{ id: 1, name: 'GERMANY' }]);
  });

  test('are a described failure if they are not a list', async () => {
    const { table, server } = await openTable();
    const [choice] = table.filterChoices;
    const options = choice && table.filterOptions(choice, '');
    const failure = expect(options).rejects.toMatchObject({
      problem: { kind: 'malformed', request: 'options' },
    });
    await server.last.respond({});
    await failure;
  });
});
