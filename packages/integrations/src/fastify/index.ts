export type { ApiActionLoggerOptions } from './ApiActionLoggerOptions.ts';
export { apiActionLogger } from './apiActionLogger.ts';
export { type CoreApiOptions, coreApi } from './coreApi.ts';
