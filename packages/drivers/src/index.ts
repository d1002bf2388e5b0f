export { dialectName } from './dialectName.ts';
export {
  isConflict,
  isForeignKeyFault,
  isRefusedWrite,
  isUnacceptableValue,
  isUnavailable,
  type RefusedColumn,
  refusedColumn,
} from './driverErrors.ts';
export { storedMysqlValues } from './storedMysqlValues.ts';
export { withSafeTexts } from './withSafeTexts.ts';
