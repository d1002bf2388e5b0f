/** What is charged for sending an order, at most, and what it is sent by for that. Icons are Font Awesome's. */
const methods = [
  { upToCents: 0, icon: 'gift', name: 'Free shipping' },
  { upToCents: 499, icon: 'truck', name: 'Standard shipping' },
  { upToCents: 999, icon: 'box', name: 'Tracked parcel' },
] as const;

const express = { icon: 'truck-fast', name: 'Express shipping' } as const;

/** How an order is sent: an icon's name, and a text to be translated. */
export function shippingMethod(cents: number): { readonly icon: string; readonly name: string } {
  return methods.find(({ upToCents }) => cents <= upToCents) ?? express;
}
