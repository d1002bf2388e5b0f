/** Words of SQL that name no table, column or function. There is no `select` among them: a subquery names tables. */
const keywords = new Set(
  `all and any array as asc between bigint bool boolean by case cast char character collate date decimal desc distinct
  double else end escape exists false first float from glob ilike in int integer interval is last like match not null
  nulls numeric on or precision real regexp rlike similar smallint some symmetric text then time timestamp
  timestamptz to true unknown unsigned uuid varchar when with without zone`.match(/\w+/g),
);

/** Functions whose result depends on their arguments alone. */
const functions = new Set(
  `abs avg btrim ceil ceiling char_length character_length coalesce concat concat_ws count div extract floor greatest
  hex if ifnull iif instr json_extract jsonb_extract_path json_unquote least left length locate lower lpad ltrim max
  md5 min mod nullif octet_length overlay pow power position regexp_like regexp_replace replace reverse right round
  rpad rtrim sign split_part sqrt starts_with strpos substr substring sum trim trunc upper`.match(/\w+/g),
);

export function isKeyword(word: string): boolean {
  return keywords.has(word) || functions.has(word) || /^\d/.test(word);
}

export function isPureFunction(name: string): boolean {
  return functions.has(name.toLowerCase());
}

/** What raw SQL calls beyond these functions, or the text by which it asks for the present time; null: nothing. */
export function unfollowedText(text: string): string | null {
  const [, time] = text.match(/'\s*(now|today|tomorrow|yesterday)\b/i) ?? [];

  if (time) return `'${time}'`;

  for (const [call, name = ''] of text
    .replace(/'(?:[^']|'')*'/g, "''")
    .matchAll(/([\p{L}\p{N}_$]+)"?\s*\(/gu)) {
    if (!isKeyword(name.toLowerCase())) return `${call})`;
  }

  return null;
}
