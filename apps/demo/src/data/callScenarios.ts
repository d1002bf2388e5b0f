import type { Direction } from '@rowhouse/integrations';
import type { Draws } from './seededRandom.ts';

/** Result of an attempt: a response, or none. */
export type DemoAttempt =
  | { readonly status: number; readonly body: unknown; readonly error?: string; readonly retryAfter?: number }
  | { readonly status: null; readonly error: string; readonly milliseconds?: number };

export interface DemoCall {
  readonly method: string;
  /** Unmasked, as are headers and bodies. */
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
  readonly attempts: readonly DemoAttempt[];
}

export interface CallScenario {
  readonly weight: number;
  readonly direction: Direction;
  /** Name of the route that was called, or during which the call was made; null for calls made by a job. */
  readonly route: string | null;
  /** Approximate response time in milliseconds. */
  readonly takes: number;
  readonly isCourier?: boolean;
  /** `isDown`: the service does not respond. */
  call(draw: Draws, isDown: boolean): DemoCall;
}

const courier = 'https://api.courier.example/v1';
const payments = 'https://pay.example/v2';
const timeout = (milliseconds: number): DemoAttempt => ({
  status: null,
  error: 'timeout: No complete response within the time limit.',
  milliseconds,
});
const refused: DemoAttempt = {
  status: null,
  error: 'refused: connect ECONNREFUSED 203.0.113.20:443 (ECONNREFUSED)',
  milliseconds: 4,
};
const reset: DemoAttempt = { status: null, error: 'reset: other side closed (UND_ERR_SOCKET)' };
const busy: DemoAttempt = { status: 503, body: { message: 'Busy. Try again.' }, retryAfter: 1 };
const down: readonly DemoAttempt[] = [refused, refused, refused];

const outgoing = (more: Record<string, string> = {}) => ({
  accept: 'application/json, */*;q=0.8',
  'user-agent': 'rowhouse',
  ...more,
});
const json = { 'content-type': 'application/json' };
const orderNumber = (draw: Draws) => `R-2026-${String(draw.between(1, 20_000)).padStart(6, '0')}`;
const parcel = (draw: Draws) => `CR${draw.between(100_000_000, 999_999_999)}`;
const token = (draw: Draws) => ({ authorization: `Bearer demo-courier-${draw.uuid()}` });

/** Picks one of several outcomes by weight. */
function course(
  draw: Draws,
  courses: readonly [readonly [number, ...DemoAttempt[]], ...(readonly [number, ...DemoAttempt[]])[]],
): DemoAttempt[] {
  const [first, ...others] = courses.map(([weight, ...attempts]) => ({ weight, attempts }));

  return first === undefined ? [] : draw.weighted([first, ...others]).attempts;
}

/** Calls of a shop's back office to other services, and calls of its web shop. */
export const callScenarios: readonly [CallScenario, ...CallScenario[]] = [
  {
    weight: 14,
    direction: 'Outbound',
    route: 'orders.deliver',
    takes: 240,
    isCourier: true,
    call(draw, isDown) {
      const awb = parcel(draw);
      const created: DemoAttempt = {
        status: 201,
        body: {
          awb,
          label: `${courier}/labels/${awb}.pdf?token=${draw.uuid()}`,
          price: { amount: '4.90', currency: 'EUR' },
        },
      };
      const expired: DemoAttempt = { status: 401, body: { message: 'The token has expired.' } };
      const unknown: DemoAttempt = {
        status: 422,
        body: { message: 'No such postcode.', field: 'recipient.postcode' },
      };

      return {
        method: 'POST',
        url: `${courier}/shipments`,
        headers: outgoing({ ...json, ...token(draw) }),
        body: {
          reference: orderNumber(draw),
          recipient: {
            city: draw.pick(['Cluj-Napoca', 'Graz', 'Lyon', 'Gdańsk', '東京']),
            postcode: String(draw.between(10_000, 99_999)),
          },
          grams: draw.between(1, 80) * 250,
          customer: { apiKey: 'demo-customer-key' },
        },
        attempts: isDown
          ? down
          : course(draw, [
              [84, created],
              [5, expired, created],
              [4, busy, created],
              [2, busy, busy, created],
              [2, unknown],
              [1, timeout(10_000), created],
              [1, reset, reset, timeout(10_000)],
            ]),
      };
    },
  },
  {
    weight: 22,
    direction: 'Outbound',
    route: null,
    takes: 90,
    isCourier: true,
    call(draw, isDown) {
      const awb = parcel(draw);
      const state = draw.pick(['collected', 'in transit', 'in transit', 'out for delivery', 'delivered']);
      const found: DemoAttempt = { status: 200, body: { awb, state } };

      return {
        method: 'GET',
        url: `${courier}/shipments/${awb}?access_token=${draw.uuid()}`,
        headers: outgoing(token(draw)),
        body: null,
        attempts: isDown
          ? down
          : course(draw, [
              [92, found],
              [3, { status: 404, body: { message: 'No such shipment.' } }],
              [3, busy, found],
              [1, refused, found],
              [1, timeout(10_000), timeout(10_000), found],
            ]),
      };
    },
  },
  {
    weight: 16,
    direction: 'Outbound',
    route: 'orders.paid',
    takes: 620,
    call(draw) {
      const amount = `${draw.between(5, 900)}.${draw.between(10, 99)}`;
      const paid: DemoAttempt = {
        status: 201,
        body: { id: `pay_${draw.between(1_000_000, 9_999_999)}`, status: 'captured', amount },
      };
      const declined: DemoAttempt = {
        status: 402,
        body: { error: 'card_declined', message: 'The bank declined the card.' },
      };

      return {
        method: 'POST',
        url: `${payments}/payments`,
        headers: outgoing({ ...json, authorization: 'Basic ZGVtbzpkZW1v', 'idempotency-key': draw.uuid() }),
        body: {
          amount,
          currency: draw.pick(['EUR', 'EUR', 'USD', 'GBP']),
          reference: orderNumber(draw),
          card: { number: '4242 4242 4242 4242', cvc: '314', expires: '12/30' },
        },
        attempts: course(draw, [
          [88, paid],
          [6, declined],
          [3, { status: 429, body: { error: 'rate_limited' }, retryAfter: 2 }, paid],
          [2, timeout(30_000)],
          [1, { status: 500, body: { error: 'internal' } }],
        ]),
      };
    },
  },
  {
    weight: 6,
    direction: 'Outbound',
    route: 'orders.summary',
    takes: 45,
    call: (draw) => ({
      method: 'GET',
      url: `https://tax.example/rates?country=${draw.pick(['DE', 'FR', 'RO', 'AT', 'PL'])}&api_key=demo-tax-key`,
      headers: outgoing(),
      body: null,
      attempts: course(draw, [
        [97, { status: 200, body: { standard: draw.pick([19, 20, 21, 23]) } }],
        [3, { status: null, error: 'dns: getaddrinfo ENOTFOUND tax.example (ENOTFOUND)', milliseconds: 12 }],
      ]),
    }),
  },
  {
    weight: 32,
    direction: 'Inbound',
    route: 'shop.orders.show',
    takes: 9,
    call(draw) {
      const number = orderNumber(draw);
      const shown = {
        number,
        status: draw.pick(['paid', 'shipped', 'delivered']),
        total: `${draw.between(5, 900)}.00`,
        currency: 'EUR',
      };

      return {
        method: 'GET',
        url: `/api/shop/orders/${number}`,
        headers: incoming(),
        body: null,
        attempts: course(draw, [
          [95, { status: 200, body: shown }],
          [4, problem(404, 'There is no such order.')],
          [1, gone],
        ]),
      };
    },
  },
  {
    weight: 10,
    direction: 'Inbound',
    route: 'shop.orders.update',
    takes: 16,
    call(draw) {
      const number = orderNumber(draw);
      const status = draw.pick(['shipped', 'delivered']);

      return {
        method: 'PATCH',
        url: `/api/shop/orders/${number}`,
        headers: incoming(json),
        body: { status },
        attempts: course(draw, [
          [93, { status: 200, body: { number, status } }],
          [5, problem(409, 'The order was cancelled.')],
          [2, problem(422, 'The status is not acceptable.')],
        ]),
      };
    },
  },
];

const gone: DemoAttempt = {
  status: null,
  error: 'The client closed the connection before the response was sent.',
};

function incoming(more: Record<string, string> = {}): Record<string, string> {
  return {
    host: 'rowhouse.example',
    'user-agent': 'shop/4.2',
    accept: 'application/json',
    'x-api-key': 'demo-shop-key',
    ...more,
  };
}

function problem(status: number, detail: string): DemoAttempt {
  return { status, body: { status, detail }, error: detail };
}
