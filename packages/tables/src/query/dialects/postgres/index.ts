import { sql } from 'kysely';
import type { Dialect } from '../Dialect.ts';
import * as actionRuns from './actionRuns.ts';
import { catalogue } from './catalogue.ts';
import {
  boolean,
  clockProbe,
  columnKind,
  comparedColumn,
  dateColumn,
  decimalDigits,
  estimateRows,
  hasIdentifier,
  instant,
  like,
  number,
  orderItem,
  sum,
} from './expressions.ts';
import { pageMarks } from './pageMarks.ts';
import { followParts, install, reading, remove, snapshot } from './rowCounts.ts';
import { openRowSnapshot } from './rowSnapshot.ts';
import * as summaries from './summaries.ts';

export const postgres: Dialect = {
  name: 'postgres',
  columnKind,
  catalogue,
  like,
  orderItem,
  comparedColumn,
  number,
  decimalDigits,
  boolean,
  hasIdentifier,
  dateColumn,
  clockProbe,
  instant,
  sum,
  estimateRows,
  openRowSnapshot,
  exactTexts: { long: sql`text`, tableEnd: sql`` },
  actionRuns,
  summaries,
  pageMarks,
  rowCounts: { install, remove, followParts, reading, snapshot, lock: 'for update' },
};
