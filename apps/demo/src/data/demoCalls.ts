import { type CallRecord, createMask, type Mask } from '@rowhouse/integrations';
import { type CallScenario, callScenarios, type DemoAttempt, type DemoCall } from './callScenarios.ts';
import { type Draws, seededRandom } from './seededRandom.ts';

export interface DemoCallsOptions {
  /** Minimum number of attempts; the retries of the last call are added. */
  readonly count: number;
  /** The calls are from the seven days before this time. */
  readonly now: Date;
  /** Users who make the calls; may be empty. */
  readonly userIds: readonly number[];
}

const hour = 3_600_000;
const span = 7 * 24 * hour;
/** When the courier service did not respond, in milliseconds before now. */
const outage = { from: 50 * hour, to: 49.4 * hour };

/**
 * Log entries of calls, oldest first; deterministic for the same options. Masked like those of real calls.
 */
export function demoCalls({ count, now, userIds }: DemoCallsOptions): CallRecord[] {
  const draw = seededRandom(2_026);
  const mask = createMask();
  const records: CallRecord[] = [];
  while (records.length < count) {
    const ago = drawAge(draw, now);
    const scenario = draw.weighted(callScenarios);
    const isDown = scenario.isCourier === true && ago < outage.from && ago > outage.to;
    const userId = drawUser(draw, scenario, userIds);
    records.push(...recordsOf({ draw, mask, scenario, isDown, userId, at: now.getTime() - ago }));
  }

  return records.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

/** Fewer calls at night. At least two minutes ago, so that all attempts have ended. */
function drawAge(draw: Draws, now: Date): number {
  for (;;) {
    const ago = 120_000 + Math.floor(draw.fraction() * (span - 120_000));
    const time = new Date(now.getTime() - ago).getUTCHours();
    if (draw.fraction() < (time >= 7 && time < 20 ? 1 : 0.2)) return ago;
  }
}

function drawUser(
  draw: Draws,
  { route }: CallScenario,
  [first, ...others]: readonly number[],
): number | null {
  if (first === undefined || route === null) return null;

  return draw.pick([first, ...others]);
}

interface Made {
  readonly draw: Draws;
  readonly mask: Mask;
  readonly scenario: CallScenario;
  readonly isDown: boolean;
  readonly userId: number | null;
  /** Start of the call, in milliseconds since 1970. */
  readonly at: number;
}

function recordsOf({ draw, mask, scenario, isDown, userId, at }: Made): CallRecord[] {
  const { direction, route, takes } = scenario;
  const callId = draw.uuid();
  const call = scenario.call(draw, isDown);
  let createdAt = at;

  return call.attempts.map((attempt, index) => {
    const began = createdAt;
    const duration = durationOf(draw, attempt, takes);
    createdAt += Math.ceil(duration) + waitAfter(attempt, index);

    return {
      callId,
      userId,
      route,
      url: mask.url(call.url),
      payload: payloadOf(call, attempt, mask),
      method: call.method,
      status: attempt.status,
      error: attempt.error === undefined ? null : mask.text(attempt.error),
      try: index + 1,
      direction,
      duration,
      createdAt: new Date(began),
    };
  });
}

/** Mostly close to the typical duration, rarely several times longer. Milliseconds with three decimals. */
function durationOf(draw: Draws, attempt: DemoAttempt, takes: number): number {
  const spread = draw.fraction();
  const usual = takes * (0.6 + 0.6 * draw.fraction() + 6 * spread ** 12);
  const given = attempt.status === null ? attempt.milliseconds : undefined;

  return Math.round((given === undefined ? usual : given + spread) * 1_000) / 1_000;
}

function waitAfter(attempt: DemoAttempt, index: number): number {
  const asked = attempt.status === null ? 0 : (attempt.retryAfter ?? 0) * 1_000;

  return Math.max(500 * 2 ** index, asked);
}

function payloadOf(call: DemoCall, attempt: DemoAttempt, mask: Mask): CallRecord['payload'] {
  const type = 'application/json';
  const request = { headers: mask.headers(call.headers), body: mask.body(call.body, type) };
  if (attempt.status === null) return { request, response: null };
  const { body, retryAfter } = attempt;
  const headers: Record<string, string> = { 'content-type': type };
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);

  return { request, response: { headers: mask.headers(headers), body: mask.body(body, type) } };
}
