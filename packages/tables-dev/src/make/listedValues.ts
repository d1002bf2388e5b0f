/** A column whose check constraint allows listed texts only. */
export interface ListedValues {
  readonly column: string;
  readonly values: readonly string[];
}

/**
 * The columns whose values a CHECK in a statement, or in a part of one, lists: `column in ('a', 'b')`, in any notation
 * of the databases. Other checks are ignored.
 */
export function listedValues(statement: string): ListedValues[] {
  const tokens = tokensOf(statement);

  return tokens.flatMap((token, index) => {
    const inside = token.text === 'check' && isPlain(token) ? inParentheses(tokens, index + 1) : null;

    return (inside && listOf(inside)) ?? [];
  });
}

interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'sign';
  readonly text: string;
}

const pattern =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'((?:[^'\\]|''|\\.)*)'|"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|([\p{L}_][\p{L}\p{N}_$]*)|(::|[^\s])/gu;

function tokensOf(statement: string): Token[] {
  return [...statement.matchAll(pattern)].flatMap(([, text, double, back, word, sign]): Token[] => {
    if (text !== undefined) return [{ kind: 'text', text: text.replaceAll("''", "'") }];
    if (double !== undefined) return [{ kind: 'name', text: double.replaceAll('""', '"') }];
    if (back !== undefined) return [{ kind: 'name', text: back.replaceAll('``', '`') }];
    if (word !== undefined) return [{ kind: 'word', text: word.toLowerCase() }];

    return sign === undefined ? [] : [{ kind: 'sign', text: sign }];
  });
}

function isPlain({ kind }: Token): boolean {
  return kind === 'word' || kind === 'sign';
}

/** The tokens between the parenthesis at `start` and the matching one; null if there is none. */
function inParentheses(tokens: readonly Token[], start: number): Token[] | null {
  const isSign = (index: number, sign: string) =>
    tokens[index]?.kind === 'sign' && tokens[index]?.text === sign;
  if (!isSign(start, '(')) return null;

  for (let end = start + 1, depth = 1; end < tokens.length; end++) {
    if (isSign(end, '(')) depth++;
    if (isSign(end, ')')) depth--;
    if (depth === 0) return tokens.slice(start + 1, end);
  }

  return null;
}

/** PostgreSQL's `((state)::text = ANY ((ARRAY['a'::character varying])::text[]))` without casts and parentheses. */
function listOf(tokens: readonly Token[]): ListedValues | null {
  const [column, ...rest] = withoutDecoration(tokens);
  const operator = rest.filter(isPlain).map(({ text }) => text);
  const values = rest.filter(({ kind }) => kind === 'text').map(({ text }) => text);
  const commas = operator.filter((word) => word === ',').length;
  const words = operator.filter((word) => word !== ',').join(' ');
  const isList = words === 'in' || words === '= any array [ ]' || (words === '=' && values.length === 1);

  if (!column || !(column.kind === 'name' || column.kind === 'word') || !isList) return null;
  if (rest.some(({ kind }) => kind === 'name') || values.length === 0 || commas !== values.length - 1) {
    return null;
  }

  // A backslash may be an escape character, depending on the mode of the session.
  return values.some((value) => value.includes('\\')) ? null : { column: column.text, values };
}

/** Removes casts, parentheses, and character sets before texts. */
function withoutDecoration(tokens: readonly Token[]): Token[] {
  const text = tokens.filter(
    (token, index) => !(isCharacterSet(token) && tokens[index + 1]?.kind === 'text'),
  );
  const kept: Token[] = [];

  for (let index = 0; index < text.length; index++) {
    const token = text[index] as Token;
    if (token.kind === 'sign' && token.text === '::') {
      while (text[index + 1]?.kind === 'word') index++;
      if (text[index + 1]?.text === '[' && text[index + 2]?.text === ']') index += 2;
    } else if (token.kind !== 'sign' || !'()'.includes(token.text)) {
      kept.push(token);
    }
  }

  return kept;
}

function isCharacterSet({ kind, text }: Token): boolean {
  return kind === 'word' && text.startsWith('_');
}
