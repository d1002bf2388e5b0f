/** In GET /api/orders/:order */
export interface Order {
  readonly id: string;
  readonly number: string;
  readonly status: number;
  readonly statusLabel: string;
  /** Money is text with two decimals; gross, in `currency`. */
  readonly total: string;
  /** The part of `total` that is tax. */
  readonly tax: string;
  readonly shippingCents: number;
  readonly shippingMethod: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly items: number;
  /** Null while it is not known. */
  readonly paid: boolean | null;
  /** 1 (highest) to 5. */
  readonly priority: number | null;
  /** ISO 8601, UTC. */
  readonly placedAt: string;
  /** YYYY-MM-DD. */
  readonly deliveredOn: string | null;
  readonly trackingNumber: string | null;
  readonly note: string | null;
  readonly customer: {
    readonly id: number;
    readonly name: string;
    readonly email: string;
    readonly company: string | null;
    readonly country: { readonly code: string; readonly name: string; readonly flag: string };
  };
}
