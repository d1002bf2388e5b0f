import { describe, expect, it } from 'vitest';
import { validateTemplate } from './validateTemplate.ts';

const button = {
  type: 'global',
  icon: 'check',
  class: 'is-info',
  label: 'Pay',
  action: 'ajax',
  method: 'PATCH',
  routeSuffix: 'pay',
};
const faultsOf = (action: unknown) =>
  validateTemplate(
    {
      routePrefix: 'orders',
      buttons: [button],
      actions: { pay: action },
      columns: [{ label: 'Number', name: 'number', data: 'orders.number' }],
    },
    { actions: ['pay'] },
  ).map(({ path, code, remedy }) => `${path} ${code}: ${remedy}`);

describe('an action of a template', () => {
  it('has no faults, with every option in use', () => {
    expect(
      faultsOf({
        background: true,
        onFailure: 'stop',
        chunkSize: 500,
        update: {
          set: {
            status: 4,
            'orders.note': 'x',
            paid: true,
            day: null,
            at: { now: true },
            by: { ifEmpty: { now: true } },
            of: { ifEmpty: 0 },
          },
          refuse: [
            { when: { status: [5, null], note: { not: ['a', 'b'] } }, message: '{number} is cancelled.' },
          ],
          skip: { status: { not: null } },
        },
      }),
    ).toEqual([]);
  });

  it.each([
    [{}, 'actions.pay missing: Give it "update" to set columns, or "delete": true'],
    [{ update: {} }, 'actions.pay.update.set missing: Add it: Column → its new value'],
    [{ updte: { set: { a: 1 } } }, 'actions.pay.updte unknown_key: Write "update".'],
    [{ update: { set: { a: 1 }, skp: {} } }, 'actions.pay.update.skp unknown_key: Write "skip".'],
    [
      { update: { set: { a: 1 } }, chunkSize: 5000 },
      'actions.pay.chunkSize out_of_range: Give a whole number',
    ],
    [{ update: { set: { a: 1 } }, onFailure: 'stpo' }, 'actions.pay.onFailure unknown_word: Write "stop".'],
    [{ update: { set: {} } }, 'actions.pay.update.set out_of_range: Name the columns that are set.'],
    [{ update: { set: { a: [] } } }, 'actions.pay.update.set.a malformed: Give a text'],
    [{ update: { set: { a: { now: false } } } }, 'actions.pay.update.set.a malformed: Give a text'],
    [{ update: { set: { a: { now: true, ifEmpty: 1 } } } }, 'actions.pay.update.set.a malformed'],
    [{ update: { set: { a: { ifEmpty: null } } } }, 'actions.pay.update.set.a malformed'],
    [{ update: { set: { a: 1 }, skip: {} } }, 'actions.pay.update.skip out_of_range: Name the columns'],
    [{ update: { set: { a: 1 }, skip: { a: [] } } }, 'actions.pay.update.skip.a malformed'],
    [{ update: { set: { a: 1 }, skip: { a: { nt: 1 } } } }, 'actions.pay.update.skip.a malformed'],
    [
      { update: { set: { a: 1 }, refuse: [{ when: { a: 1 } }] } },
      'actions.pay.update.refuse[0].message missing',
    ],
    [
      { update: { set: { a: 1 }, refuse: [{ when: { a: 1 }, message: '{nmber}.' }] } },
      'actions.pay.update.refuse[0].message unknown_name: Write "{number}".',
    ],
  ])('%j is refused', (action, fault) => {
    expect(faultsOf(action).join('\n')).toContain(fault);
  });

  it('needs a button that calls it', () => {
    const faults = validateTemplate(
      {
        routePrefix: 'orders',
        actions: { pay: { update: { set: { paid: true } } } },
        columns: [{ label: 'Number', name: 'number', data: 'orders.number' }],
      },
      { actions: ['pay'] },
    );

    expect(faults.map(({ problem }) => problem)).toEqual(['No button calls the action "pay" of the table.']);
  });
});
