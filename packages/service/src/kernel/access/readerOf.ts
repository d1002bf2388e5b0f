import { configInLocale } from '@rowhouse/tables';
import type { FastifyRequest } from 'fastify';
import './accessRules.ts';
import type { Config } from '../config/Config.ts';
import type { Reader, Translate } from '../language/translate.ts';

/** Who reads the response of a request: in which language, time zone and date format. */
export function readerOf(
  { user, language }: Pick<FastifyRequest, 'user' | 'language'>,
  { tables }: Pick<Config, 'tables'>,
  translate: Translate,
): Reader {
  const { timeZone, datetimeFormat } = configInLocale(tables, language);

  return { language, timeZone: user?.timeZone ?? timeZone, datetimeFormat, translate };
}
