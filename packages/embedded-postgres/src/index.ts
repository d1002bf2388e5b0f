export { createFolder } from './createFolder.ts';
export type { EmbeddedPostgres } from './EmbeddedPostgres.ts';
export { EmbeddedPostgresError } from './EmbeddedPostgresError.ts';
export { freePort } from './freePort.ts';
export { stopPostmaster } from './postmaster.ts';
export { type EmbeddedOptions, startEmbeddedPostgres } from './startEmbeddedPostgres.ts';
export { type EphemeralPostgres, startEphemeralPostgres } from './startEphemeralPostgres.ts';
export type { DatabaseLog } from './superviseServer.ts';
export { untilAlone } from './untilAlone.ts';
