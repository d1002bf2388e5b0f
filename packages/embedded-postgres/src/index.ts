export { EmbeddedPostgresError } from './EmbeddedPostgresError.ts';
export { freePort } from './launchServer.ts';
export type { EmbeddedPostgres } from './startEmbeddedPostgres.ts';
export { type EmbeddedOptions, startEmbeddedPostgres } from './startEmbeddedPostgres.ts';
export { type EphemeralPostgres, startEphemeralPostgres } from './startEphemeralPostgres.ts';
