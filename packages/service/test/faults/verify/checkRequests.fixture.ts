import { type Entry, longestRequest } from '../Ledger.fixture.ts';
import type { FaultWindow } from '../timeline.fixture.ts';

/** The result of a check. */
export interface Checked {
  /** Rows of the report. */
  readonly facts: readonly Fact[];
  /** One sentence per finding. */
  readonly findings: readonly string[];
}

export interface Fact {
  readonly what: string;
  readonly count: number;
  /** Part of `count`. */
  readonly lost: number;
  readonly remark: string;
}

/** Milliseconds in which requests may still fail after a fault, while connections are restored. */
const grace = 2_000;

const remedy = /try again|sign in|ask (an?|the) |(contact|send) the operator|correct/i;

/** The faults during a request. */
export function faultsOf(entry: Entry, windows: readonly FaultWindow[]): FaultWindow[] {
  return windows.filter(({ from, to }) => entry.to >= from && entry.from <= to + grace);
}

/** Every request has a response; a failed one has a fault that explains it, a status, and a message that says what to do. */
export function checkRequests(entries: readonly Entry[], windows: readonly FaultWindow[]): Checked {
  const failed = entries.filter(({ status }) => status === 0 || status >= 400);
  const findings = failed.flatMap((entry) => {
    const { kind, status, code, message, isProblem, from, to } = entry;
    const during = faultsOf(entry, windows);
    const isExplained = during.some(({ fault: { spoils } }) => spoils === 'all' || spoils.includes(kind));
    const request = `${kind}, ${status} ${code} "${message}" after ${to - from} ms, ${during.map(({ fault }) => fault.name).join(' and ') || 'without a fault'}`;
    const faults = [
      ...(status === 0 && !during.some(({ fault }) => fault.cuts) ? ['no whole response'] : []),
      ...(status !== 0 && status !== 503 ? ['another status than 503'] : []),
      ...(status !== 0 && !isProblem ? ['no whole problem document'] : []),
      ...(status !== 0 && !remedy.test(message) ? ['no remedy'] : []),
      ...(isExplained ? [] : ['no fault explains it']),
    ];

    return faults.map((fault) => `${fault}: ${request}`);
  });
  const slow = entries.filter(({ from, to }) => to - from >= longestRequest);
  const unanswered = entries.filter(({ status }) => status === 0);

  return {
    facts: [
      {
        what: 'requests',
        count: entries.length,
        lost: unanswered.length,
        remark: `${failed.length} refused, each with a status and a remedy; the slowest took ${longest(entries)} ms`,
      },
    ],
    findings: [...findings, ...slow.map(({ kind }) => `hangs: ${kind}`)],
  };
}

function longest(entries: readonly Entry[]): number {
  return entries.reduce((most, { from, to }) => Math.max(most, to - from), 0);
}
