/** Shipping methods, each with the maximum shipping cost for which it is used. Icons are Font Awesome's. */
const methods = [
  { upToCents: 0, icon: 'gift', name: 'Free shipping' },
  { upToCents: 499, icon: 'truck', name: 'Standard shipping' },
  { upToCents: 999, icon: 'box', name: 'Tracked parcel' },
] as const;

const express = { icon: 'truck-fast', name: 'Express shipping' } as const;

/** A shipping method: the name of an icon, and a text to translate. */
export function shippingMethod(cents: number): { readonly icon: string; readonly name: string } {
  return methods.find(({ upToCents }) => cents <= upToCents) ?? express;
}
