export { Action, type HandleOptions } from './Action.ts';
export type { CallLog, CallPayload, CallRecord } from './CallRecord.ts';
export { Direction, printCall } from './CallRecord.ts';
export { type Client, type ClientOptions, type Clock, createClient } from './Client.ts';
export { type Caller, currentCaller, runAs } from './callContext.ts';
export {
  type CallFault,
  type CallFaultCode,
  callFaults,
  callFaultText,
  type FailureReason,
} from './callFaults.ts';
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
export {
  createFailureReports,
  type FailureReportsOptions,
  type GroupedFailureReports,
} from './failures/createFailureReports.ts';
export type {
  CallFailure,
  FailureGroup,
  FailureReports,
  FailureStore,
  FailureWindow,
} from './failures/FailureReports.ts';
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
export {
  type BufferedCallLog,
  type CallLogOptions,
  type CallLogState,
  createCallLog,
} from './log/createCallLog.ts';
export type { LogPart } from './log/months/logParts.ts';
export {
  type Partitioning,
  type PartitionOptions,
  type PartitionStep,
  partitionApiLogs,
} from './log/months/partitionApiLogs.ts';
export { PartitionRefusedError } from './log/months/refusals.ts';
export { type RotateOptions, type Rotation, rotateApiLogs } from './log/months/rotateApiLogs.ts';
export { type RemoveBodiesOptions, removeCallBodies } from './log/removeCallBodies.ts';
export {
  type Upgrade,
  type UpgradeOptions,
  UpgradeRefusedError,
  upgradeApiLogs,
} from './log/upgradeApiLogs.ts';
export { createMask } from './mask/createMask.ts';
export type { Mask, MaskOptions } from './mask/Mask.ts';
export type { Token, TokenLock } from './Token.ts';
export {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from './Transport.ts';
export { type UndiciTransport, undiciTransport } from './transport/undiciTransport.ts';
