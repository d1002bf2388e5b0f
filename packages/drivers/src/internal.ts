/** For the packages next to this one: names that they share with it, without a promise to users. */
export { byKey, isByKey } from './byKey.ts';
export type { DialectName } from './dialectName.ts';
export {
  isLockTimeout,
  isOutOfConnections,
  isStatementTimeout,
  isUnknownName,
  unknownColumn,
} from './driverErrors.ts';
export { type SqlValue, sqlProgram } from './sqlProgram.ts';
