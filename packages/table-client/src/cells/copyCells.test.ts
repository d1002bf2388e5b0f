import { describe, expect, test } from 'vitest';
import { column } from '../responses/responses.fixture.ts';
import type { TableColumn } from '../table/TableColumn.ts';
import { copyCells } from './copyCells.ts';

const shown = (input: Parameters<typeof column>[0]): TableColumn => ({
  ...column(input),
  ...{
    visible: true,
    hidden: false,
    sort: null,
    sortPosition: null,
    canSort: false,
    canUnsort: false,
    width: null,
    pinned: null,
  },
});
const translate = (text: string) => text;
const text = shown({ name: 'text' });
const copyText = (value: unknown) => copyCells([{ text: value }], [text], { translate });

describe('copied cells', () => {
  test('are exact: numbers plain, dates in ISO 8601, labels of listed values', () => {
    const columns = [
      shown({
        name: 'total',
        number: { symbol: '€', decimal: ',', thousand: '.', precision: 2, template: '%v %s' },
      }),
      shown({ name: 'due', dateFormat: 'd.m.Y', meta: { date: true } }),
      shown({ name: 'at', dateFormat: 'd-m-Y H:i', meta: { datetime: true } }),
      shown({ name: 'status', enum: { '5': 'Late' } }),
      shown({ name: 'paid', meta: { boolean: true } }),
      shown({ name: 'note' }),
    ];
    const row = {
      total: '-1.234,50',
      due: '31.12.2026',
      at: '31-12-2026 23:59',
      status: 5,
      paid: false,
      note: null,
    };
    const { text: tsv, html } = copyCells([row], columns, { translate, headers: true });
    expect(tsv.split('\n').map((line) => line.split('\t'))).toEqual([
      ['total', 'due', 'at', 'status', 'paid', 'note'],
      ['-1234.50', '2026-12-31', '2026-12-31 23:59:00', 'Late', 'false', ''],
    ]);
    expect(html).toContain('<td x:num="-1234.50" sdval="-1234.50">-1234.50</td>');
    expect(html).toContain('x:bool="FALSE"');
  });

  test.each(['=1+1', '+49 1', '-a', '@x', '\t=1', ' =1'])('are never taken for a formula: %j', (formula) => {
    const { text: tsv, html } = copyText(formula);
    expect(tsv.replace(/^"|"$/g, '')).toBe(`'${formula}`);
    expect(html).toContain(">'");
  });

  test('quote tabs, line ends and quotes, and nothing else', () => {
    expect(copyText('a "b"\tc\nd').text).toBe('"a ""b""\tc\nd"');
    expect(copyText('a, b; c').text).toBe('a, b; c');
    expect(copyText('a\0\u0007b').text).toBe('ab');
  });

  test('are text in HTML, with line ends in the cell', () => {
    const { html } = copyText('<b onclick="x">&\nnext');
    expect(html).toContain(
      '&lt;b onclick=&quot;x&quot;&gt;&amp;<br style="mso-data-placement:same-cell">next',
    );
  });

  test('keep the digits that a spreadsheet would round', () => {
    const long = '12345678901234567890.12';
    const { text: tsv, html } = copyCells([{ n: long }], [shown({ name: 'n', type: 'number' })], {
      translate,
    });
    expect(tsv).toBe(long);
    expect(html).toContain('x:str');
    expect(html).not.toContain('x:num');
  });
});
