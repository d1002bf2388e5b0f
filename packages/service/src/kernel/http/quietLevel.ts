import type { FastifyInstance } from 'fastify';
import type { LevelWithSilent } from 'pino';

/**
 * The log level of routes that are called all the time by machines: their requests are not logged one by one, and
 * a level that is stricter still stays.
 */
export function quietLevel(app: FastifyInstance): LevelWithSilent {
  return ['trace', 'debug', 'info'].includes(app.log.level) ? 'warn' : (app.log.level as LevelWithSilent);
}
