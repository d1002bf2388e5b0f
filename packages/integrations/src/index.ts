export { Action, type HandleOptions } from './Action.ts';
export type { CallLog, CallPayload, CallRecord } from './CallRecord.ts';
export type { Client, Clock, TokenLock } from './Client.ts';
export { type Caller, currentCaller, runAs } from './context/callContext.ts';
export { type ClientOptions, createClient } from './createClient.ts';
export { Direction } from './Direction.ts';
export type {
  AnyEndpoint,
  AsForm,
  AttachesFiles,
  Attachment,
  CallOptions,
  CustomHeaders,
  Endpoint,
  QueryParameters,
  RequestOptions,
  Retry,
  Timeout,
  UsesAuth,
  UsesBasicAuth,
} from './Endpoint.ts';
export { IntegrationError, type IntegrationErrorCode, integrationErrors } from './errors.ts';
export {
  createFailureReports,
  type FailureReportsOptions,
  type GroupedFailureReports,
} from './failures/createFailureReports.ts';
export type { FailureGroup } from './failures/FailureGroup.ts';
export type { CallFailure, FailureReports } from './failures/FailureReports.ts';
export type { FailureStore, FailureWindow } from './failures/FailureStore.ts';
export type { HttpResponse } from './HttpResponse.ts';
export { Filter } from './helpers/Filter.ts';
export { onlyTransient } from './helpers/onlyTransient.ts';
export { Resource } from './helpers/Resource.ts';
export { Throttle } from './helpers/Throttle.ts';
export type { ApiLogTables } from './log/ApiLogTables.ts';
export {
  type BufferedCallLog,
  type CallLogOptions,
  type CallLogState,
  createCallLog,
} from './log/createCallLog.ts';
export { type InstallApiLogsOptions, installApiLogs, removeApiLogs } from './log/installApiLogs.ts';
export { isApiLogsUpgradePending } from './log/logForm.ts';
export { printCall } from './log/printCall.ts';
export { type PruneOptions, pruneApiLogs } from './log/pruneApiLogs.ts';
export {
  type Upgrade,
  type UpgradeOptions,
  UpgradeRefusedError,
  upgradeApiLogs,
} from './log/upgradeApiLogs.ts';
export { Method } from './Method.ts';
export { createMask } from './mask/createMask.ts';
export type { Mask, MaskOptions } from './mask/Mask.ts';
export type { FailureReason, Outcome } from './Outcome.ts';
export type { Token } from './Token.ts';
export {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from './Transport.ts';
export { type UndiciTransport, undiciTransport } from './transport/undiciTransport.ts';
