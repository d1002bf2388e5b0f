/** Whether a call came in or went out. */
export const Direction = { Inbound: 'Inbound', Outbound: 'Outbound' } as const;
export type Direction = (typeof Direction)[keyof typeof Direction];
