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
import { functionSchemas } from './functionRights.ts';
import * as importRuns from './importRuns.ts';
import * as inserts from './inserts.ts';
import * as recordIds from './recordIds.ts';
import { followPartitions, install, reading, remove, snapshot } from './rowCounts.ts';
import { openRowSnapshot } from './rowSnapshot.ts';
import { storedForm } from './storedForm.ts';
import { sum } from './sum.ts';
import * as summaries from './summaries.ts';

export const postgres: Dialect = {
  name: 'postgres',
  isLoose: false,
  jsonTypes: ['json', 'jsonb'],
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
  functionSchemas,
  rowCounts: { install, remove, followPartitions, reading, snapshot, lock: 'for update' },
};
