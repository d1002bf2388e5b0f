import type { TableController } from '@rowhouse/table-client';

/** Height of a row of one line, in CSS pixels. */
const rowHeights = { compact: 30, normal: 38, roomy: 46 } as const;
/** Usual height of a card. */
const cardHeight = 190;

/** The height that rows are expected to have before they are measured, in CSS pixels. */
export const usualRowHeight = ({ density, cards }: Pick<TableController, 'density' | 'cards'>): number =>
  cards ? cardHeight : rowHeights[density];
