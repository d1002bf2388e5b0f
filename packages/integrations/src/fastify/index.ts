export { apiActionLogger } from './apiActionLogger.ts';
export { type CoreApiOptions, coreApi } from './coreApi.ts';
export type { ApiActionLoggerOptions } from './inboundLogger.ts';
