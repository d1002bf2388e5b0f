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
import { install, reading, remove } from './rowCounts.ts';
import { openRowSnapshot } from './rowSnapshot.ts';
import * as summaries from './summaries.ts';

export const mysql: Dialect = {
  name: 'mysql',
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
  exactTexts: { long: sql`mediumtext`, tableEnd: sql`character set utf8mb4 collate utf8mb4_bin` },
  actionRuns,
  summaries,
  pageMarks: null,
  rowCounts: { install, remove, followParts: () => [], reading, snapshot: null, lock: 'for update' },
};
