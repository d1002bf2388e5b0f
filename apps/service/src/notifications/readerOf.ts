import type { FastifyRequest } from 'fastify';
import '../http/fastifyTypes.ts';
import type { Config } from '../config/Config.ts';
import type { Reader } from '../language/moments.ts';

/** Who reads the texts of a response. */
export function readerOf(
  { user, language }: Pick<FastifyRequest, 'user' | 'language'>,
  { tables: { timeZone, datetimeFormat } }: Pick<Config, 'tables'>,
): Reader {
  return { language, timeZone: user?.timeZone ?? timeZone, datetimeFormat };
}
