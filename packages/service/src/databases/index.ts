export { readAddress } from './address.ts';
export { type ConnectedDatabase, connectDatabases } from './connectDatabases.ts';
export type { DatabaseSettings } from './DatabaseSettings.ts';
export { nameOf } from './databaseNames.ts';
export { databaseReport } from './databaseReport.ts';
export { type FoundDatabase, findDatabases } from './findDatabases.ts';
