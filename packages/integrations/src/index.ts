export { Action } from './Action.ts';
export type { CallLog, CallRecord } from './CallRecord.ts';
export { Direction, printCall } from './CallRecord.ts';
export { type Client, type ClientOptions, createClient } from './Client.ts';
export { runAs } from './callContext.ts';
export { callFaults } from './callFaults.ts';
export type {
  AnyEndpoint,
  AsForm,
  AttachesFiles,
  Attachment,
  CallOptions,
  CustomHeaders,
  Endpoint,
  Outcome,
  QueryParameters,
  RequestOptions,
  Retry,
  Timeout,
  UsesAuth,
  UsesBasicAuth,
} from './Endpoint.ts';
export { Method, onlyTransient } from './Endpoint.ts';
export { IntegrationError, type IntegrationErrorCode, integrationErrors } from './errors.ts';
export { createFailureReports, type FailureReportsOptions } from './failures/createFailureReports.ts';
export type { CallFailure, FailureStore } from './failures/FailureReports.ts';
export type { HttpResponse } from './HttpResponse.ts';
export { Filter, Resource } from './helpers/payloads.ts';
export { Throttle } from './helpers/Throttle.ts';
export type { ApiLogTables } from './log/apiLogs.ts';
export {
  type InstallApiLogsOptions,
  installApiLogs,
  isApiLogsUpgradePending,
  type PruneOptions,
  pruneApiLogs,
  removeApiLogs,
} from './log/apiLogs.ts';
export { type BufferedCallLog, type CallLogOptions, createCallLog } from './log/createCallLog.ts';
export { type PartitionOptions, partitionApiLogs } from './log/months/partitionApiLogs.ts';
export { PartitionRefusedError } from './log/months/refusals.ts';
export { type RotateOptions, rotateApiLogs } from './log/months/rotateApiLogs.ts';
export { type RemoveBodiesOptions, removeCallBodies } from './log/removeCallBodies.ts';
export { type UpgradeOptions, upgradeApiLogs } from './log/upgradeApiLogs.ts';
export { createMask } from './mask/createMask.ts';
export type { Mask, MaskOptions } from './mask/Mask.ts';
export type { Token, TokenLock } from './Token.ts';
export {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from './Transport.ts';
export { undiciTransport } from './transport/undiciTransport.ts';
