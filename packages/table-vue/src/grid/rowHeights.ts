import type { TableController } from '@rowhouse/table-client';

/** Height of a one-line row, in CSS pixels. */
const rowHeights = { compact: 27, normal: 35, roomy: 43 } as const;
/** Usual height of a card. */
const cardHeight = 190;

/** The estimated height of rows before they are measured, in CSS pixels. */
export const usualRowHeight = ({ density, cards }: Pick<TableController, 'density' | 'cards'>): number =>
  cards ? cardHeight : rowHeights[density];
