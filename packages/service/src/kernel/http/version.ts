import { createRequire } from 'node:module';

const manifest = createRequire(import.meta.url)('../../../package.json') as { version: string };

/** The release of the service. */
export const version: string = manifest.version;
