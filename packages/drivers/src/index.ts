export { isConflict, isForeignKeyFault, isUnacceptableValue, isUnavailable } from './driverErrors.ts';
export { withSafeTexts } from './withSafeTexts.ts';
