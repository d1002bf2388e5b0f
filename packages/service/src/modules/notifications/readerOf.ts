import type { FastifyRequest } from 'fastify';
import type { Translate } from '../../kernel/language/translate.ts';
import '../../kernel/access/fastifyTypes.ts';
import type { Config } from '../../kernel/config/Config.ts';
import type { Reader } from '../../kernel/language/moments.ts';

/** Who reads the texts of a response. */
export function readerOf(
  { user, language }: Pick<FastifyRequest, 'user' | 'language'>,
  { tables: { timeZone, datetimeFormat } }: Pick<Config, 'tables'>,
  translate: Translate,
): Reader {
  return { language, timeZone: user?.timeZone ?? timeZone, datetimeFormat, translate };
}
