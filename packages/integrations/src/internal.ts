/** For the packages next to this one: names that they share with it, without a promise to users. */
export type { CallPayload } from './CallRecord.ts';
export { type Caller, currentCaller } from './callContext.ts';
export { type CallFault, type CallFaultCode, callFaultText, mapParameters } from './callFaults.ts';
export type { FailureGroup, FailureReports, FailureWindow } from './failures/FailureReports.ts';
export type { CallLogState } from './log/createCallLog.ts';
export type { LogPartition } from './log/months/logPartitions.ts';
export type { PartitionStep } from './log/months/partitionApiLogs.ts';
export { UpgradeRefusedError } from './log/upgradeApiLogs.ts';
