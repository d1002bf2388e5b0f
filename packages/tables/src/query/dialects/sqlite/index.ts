import { sql } from 'kysely';
import type { Dialect } from '../Dialect.ts';
import * as actionRuns from './actionRuns.ts';
import { catalogue } from './catalogue.ts';
import * as changedRows from './changedRows.ts';
import * as columnRules from './columnRules.ts';
import {
  boolean,
  calendarDate,
  clockProbe,
  columnKind,
  comparedColumn,
  dateColumn,
  decimalDigits,
  estimateRows,
  hasIdentifier,
  instant,
  isTruth,
  like,
  number,
  orderItem,
  specialNumbers,
} from './expressions.ts';
import * as importRuns from './importRuns.ts';
import * as inserts from './inserts.ts';
import * as recordIds from './recordIds.ts';
import { install, reading, remove } from './rowCounts.ts';
import { openRowSnapshot } from './rowSnapshot.ts';
import { storedForm } from './storedForm.ts';
import { sum } from './sum.ts';
import * as summaries from './summaries.ts';

export const sqlite: Dialect = {
  name: 'sqlite',
  isLoose: true,
  jsonTypes: [],
  columnKind,
  storedForm,
  catalogue,
  columnRules,
  like,
  orderItem,
  comparedColumn,
  number,
  decimalDigits,
  specialNumbers,
  boolean,
  isTruth,
  hasIdentifier,
  recordIds,
  inserts,
  dateColumn,
  calendarDate,
  clockProbe,
  instant,
  sum,
  estimateRows,
  openRowSnapshot,
  exactTexts: { long: sql`text`, tableEnd: sql`` },
  actionRuns,
  changedRows,
  importRuns,
  summaries,
  functionSchemas: null,
  rowCounts: { install, remove, followPartitions: () => [], reading, snapshot: null, lock: '' },
};
