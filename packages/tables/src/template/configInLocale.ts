import { localeFormats } from '../format/localeFormats.ts';
import { defaultTableConfig } from './defaultTableConfig.ts';
import type { TableConfig } from './TableConfig.ts';

const members = ['dateFormat', 'datetimeFormat'] as const;

/**
 * A configuration whose date formats are those of a language, a BCP 47 tag, where they are the defaults. A format that the
 * application has chosen applies to every reader.
 */
export function configInLocale<Config extends Pick<TableConfig, (typeof members)[number]>>(
  config: Config,
  locale: string | null,
): Config {
  const formats = locale === null ? null : localeFormats(locale);
  if (formats === null) return config;
  const unset = members.filter((name) => config[name] === defaultTableConfig[name]);

  return unset.length === 0
    ? config
    : { ...config, ...Object.fromEntries(unset.map((name) => [name, formats[name]])) };
}
