import { isoDay } from '../../../kernel/language/translate.ts';
import type { TableJobRow } from '../tableJobsTable.ts';

/** What the file of an export is called where it is downloaded: `Orders 2026-11-21.xlsx`. */
export function fileName(row: Pick<TableJobRow, 'name' | 'created_at' | 'format'>, timeZone: string): string {
  const name = row.name
    .toWellFormed()
    // Nothing that a file system takes for a path or refuses, and nothing that is not seen.
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|\ufffd]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const short = [...name].slice(0, 100).join('').trim();

  return `${short || 'Export'} ${isoDay(row.created_at, timeZone)}.${row.format ?? 'xlsx'}`;
}

/** The header that has a browser keep the file under its name, whatever its letters. */
export function contentDisposition(name: string): string {
  const ascii = name.replace(/[^ -~]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
