import type { Dialect } from '../Dialect.ts';
import * as actionRuns from './actionRuns.ts';
import { estimateRows, sum } from './aggregates.ts';
import { catalogue } from './catalogue.ts';
import { columnKind } from './columnKind.ts';
import { boolean, clockProbe, dateColumn, hasIdentifier, instant, like, number } from './comparisons.ts';
import { orderItem } from './ordering.ts';
import { install, reading, remove, snapshot } from './rowCounts.ts';
import { openRowSnapshot } from './rowSnapshot.ts';

export const postgres: Dialect = {
  name: 'postgres',
  columnKind,
  catalogue,
  like,
  orderItem,
  number,
  boolean,
  hasIdentifier,
  dateColumn,
  clockProbe,
  instant,
  sum,
  estimateRows,
  openRowSnapshot,
  actionRuns,
  rowCounts: { install, remove, reading, snapshot, lock: 'for update' },
};
