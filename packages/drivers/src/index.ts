export { type DialectName, dialectName } from './dialectName.ts';
export {
  isConflict,
  isForeignKeyFault,
  isLockTimeout,
  isOutOfConnections,
  isRefusedWrite,
  isStatementTimeout,
  isUnacceptableValue,
  isUnavailable,
  unknownColumn,
} from './driverErrors.ts';
export { type SqlValue, sqlProgram } from './sqlProgram.ts';
export { storedMysqlValues } from './storedMysqlValues.ts';
export { withSafeTexts } from './withSafeTexts.ts';
