import type { FastifyInstance } from 'fastify';

/** Settings of every contender's server. */
export interface ServerSettings {
  /** With the tables of `installAvatars`, and a user 1. */
  readonly databaseUrl: string;
  /** The upload that becomes the avatar. */
  readonly upload: string;
  /** The avatar as it is stored. */
  readonly stored: string;
}

export const serverSettings = JSON.parse(process.argv[2] ?? '{}') as ServerSettings;

/** Listens, and reports the URL of the image to the parent. */
export async function ready(app: FastifyInstance, path: string): Promise<void> {
  process.send?.(`${await app.listen({ host: '127.0.0.1', port: 0 })}${path}`);
}
