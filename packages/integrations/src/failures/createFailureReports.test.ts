import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFailureReports } from './createFailureReports.ts';
import type { CallFailure, FailureGroup, FailureStore } from './FailureReports.ts';

const failure = (changes: Partial<CallFailure> = {}): CallFailure => ({
  direction: 'Outbound',
  method: 'POST',
  url: 'https://courier.example/parcels/17',
  route: 'orders.ship',
  userId: null,
  status: 500,
  error: null,
  callId: '5b0f3f0e-7f2c-4a44-9d0e-6c2f4a1b7c11',
  tries: 3,
  endpoint: 'ShipParcel',
  ...changes,
});

const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

describe('reports of failures', () => {
  let reported: FailureGroup[] = [];
  const notify = async (group: FailureGroup) => {
    reported.push(group);
  };
  const summary = () => reported.map(({ stage, count }) => [stage, count]);
  beforeEach(() => {
    reported = [];
  });

  it('send the first of a thousand equal failures immediately, and their count at the end of the window', async () => {
    const reports = createFailureReports({ notify, window: 40 });
    for (let number = 0; number < 1_000; number += 1) {
      reports.report(failure({ callId: `call ${number}`, url: `https://courier.example/parcels/${number}` }));
    }
    await vi.waitFor(
      () =>
        expect(summary()).toEqual([
          ['opened', 1_000],
          ['closed', 1_000],
        ]),
      { timeout: 60_000 },
    );
    expect(new Set(reported.map(({ key }) => key)).size).toBe(1);
    expect(reported[1]?.failure.callId).toBe('call 0');

    reports.report(failure());
    await vi.waitFor(() => expect(reported).toHaveLength(4), { timeout: 60_000 });
    expect(reported[3]).toMatchObject({ stage: 'closed', count: 1 });
    expect(reported[3]?.key).not.toBe(reported[0]?.key);
  });

  it.each([
    { endpoint: 'Other' },
    { status: 404 },
    { status: null, error: 'refused' },
    { method: 'GET' },
    { direction: 'Inbound' as const, endpoint: null },
  ])('separate failures that differ by %j', async (changes) => {
    const reports = createFailureReports({ notify });
    reports.report(failure());
    reports.report(failure(changes));
    await reports.close();

    expect(summary().filter(([stage]) => stage === 'closed')).toEqual([
      ['closed', 1],
      ['closed', 1],
    ]);
  });

  it('combine errors and addresses that differ by numbers only', async () => {
    const reports = createFailureReports({ notify });
    for (const port of [1, 22]) {
      reports.report(
        failure({
          status: null,
          endpoint: null,
          error: `refused at :${port}`,
          url: `https://a.example/p/${port}?x=${port}`,
        }),
      );
    }
    await reports.close();

    expect(reported.filter(({ stage }) => stage === 'closed')).toMatchObject([{ count: 2 }]);
  });

  it('report pending failures when closed', async () => {
    const reports = createFailureReports({ notify });
    reports.report(failure());
    await turns();
    reports.report(failure());
    expect(summary()).toEqual([['opened', 1]]);
    await reports.close();
    reports.report(failure());

    await vi.waitFor(() => expect(summary()).toContainEqual(['closed', 1]), { timeout: 60_000 });
    expect(summary().slice(0, 2)).toEqual([
      ['opened', 1],
      ['closed', 2],
    ]);
  });

  it('keep a window open for longer than the maximum delay of timers', async () => {
    const reports = createFailureReports({ notify, window: 2 ** 31 });
    reports.report(failure());
    await wait(20);
    expect(summary()).toEqual([['opened', 1]]);
    await reports.close();

    expect(summary()).toEqual([
      ['opened', 1],
      ['closed', 1],
    ]);
  });

  it('combine surplus failures in one group', async () => {
    const reports = createFailureReports({ notify, maxGroups: 3 });
    for (let status = 500; status < 520; status += 1) reports.report(failure({ status }));
    await reports.close();
    const closed = reported.filter(({ stage }) => stage === 'closed');

    expect(closed.map(({ count, isOverflow }) => [count, isOverflow])).toEqual([
      [1, false],
      [1, false],
      [1, false],
      [17, true],
    ]);
  });

  it('continue after a failure of the host', async () => {
    const errors: unknown[] = [];
    const reports = createFailureReports({
      notify: () => Promise.reject(new Error('no mail')),
      store: {
        join: () => Promise.reject(new Error('no store')),
        add: () => Promise.reject(new Error('no store')),
        take: () => Promise.reject(new Error('no store')),
      },
      onError: (error) => {
        errors.push(error);
        throw error;
      },
    });
    expect(() => reports.report(failure())).not.toThrow();
    expect(() => reports.report(null as unknown as CallFailure)).not.toThrow();
    await reports.close();

    expect(errors).toHaveLength(4);
  });

  describe('reports of failures by several processes', () => {
    const sums = new Map<string, number | null>();
    const windows = new Map<string, { id: string; startsAt: Date; endsAt: Date }>();
    const store: FailureStore = {
      join: async (group, startsAt, endsAt) => {
        const open = windows.get(group);
        if (open !== undefined) return { ...open, isNew: false };
        const begun = { id: `${group} 1`, startsAt, endsAt };
        windows.set(group, begun);
        return { ...begun, isNew: true };
      },
      add: async (id, count) => {
        sums.set(id, (sums.get(id) ?? 0) + count);
      },
      take: async (id) => {
        const sum = sums.get(id) ?? null;
        sums.set(id, null);
        return sum;
      },
    };
    afterEach(() => {
      sums.clear();
      windows.clear();
    });

    it('form one group with the count of all', async () => {
      const all = [1, 2, 3].map(() => createFailureReports({ notify, store, window: 50, settle: 50 }));
      for (const [index, reports] of all.entries()) {
        for (let number = 0; number <= index; number += 1) reports.report(failure());
      }
      await vi.waitFor(() => expect(reported.some(({ stage }) => stage === 'closed')).toBe(true), {
        timeout: 60_000,
      });
      await Promise.all(all.map((reports) => reports.close()));

      expect(reported.map(({ stage }) => stage)).toEqual(['opened', 'closed']);
      expect(reported[1]?.count).toBe(6);
    });
  });
});
