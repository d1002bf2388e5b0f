import type { FastifyRequest } from 'fastify';
import type { Reader, Translate } from '../../kernel/language/translate.ts';
import '../../kernel/access/accessRules.ts';
import type { Config } from '../../kernel/config/Config.ts';

/** Who reads the texts of a response. */
export function readerOf(
  { user, language }: Pick<FastifyRequest, 'user' | 'language'>,
  { tables: { timeZone, datetimeFormat } }: Pick<Config, 'tables'>,
  translate: Translate,
): Reader {
  return { language, timeZone: user?.timeZone ?? timeZone, datetimeFormat, translate };
}
