/** A canary in place of a secret: it must be in no row. */
export const canary = 'Kq7canaryZx9';

/** An order, as it is sent: about 500 bytes of JSON. */
export function order(number: number): object {
  return {
    number,
    customer: {
      name: `Ada Lovelace ${number}`,
      email: `ada.${number}@example.org`,
      phone: '+49 30 901820',
      address: { street: 'Unter den Linden 6', city: 'Berlin', postcode: '10117', country: 'DE' },
    },
    placedAt: new Date(1_767_225_600_000 + number * 1_000).toISOString(),
    currency: 'EUR',
    total: 129.95,
    note: 'Please ring twice, or leave it with the neighbour on the second floor.',
    items: [
      { sku: `SKU-${number}-1`, name: 'Screwdriver, 6 mm', quantity: 2, price: 12.5 },
      { sku: `SKU-${number}-2`, name: 'Hammer', quantity: 1, price: 104.95 },
    ],
  };
}

/** The response to it: about 850 bytes of JSON. */
export function shipment(number: number): object {
  return {
    id: `shp-${number}`,
    order: number,
    status: 'announced',
    carrier: { name: 'Example Express', service: 'next day', depot: 'Berlin-Spandau' },
    labelUrl: `https://labels.example.org/v2/${number}.pdf`,
    announcedAt: '2026-01-05T10:15:30.000Z',
    parcels: Array.from({ length: 5 }, (_, index) => ({
      reference: `PCL-${number}-${index}`,
      weight: 1.25 + index,
      size: { length: 40, width: 30, height: 12.5 },
      contents: 'Tools and small hardware',
    })),
  };
}

/** Headers that a caller sends, besides those of its client. */
export function callerHeaders(number: number): Record<string, string> {
  return {
    authorization: `Bearer ${canary}`,
    'x-request-id': `req-${number}`,
    'x-shop': 'berlin',
    'accept-language': 'en',
  };
}

export function pathOf(number: number): string {
  return `/v1/orders/${number}/shipments?expand=parcels&notify=mail`;
}
