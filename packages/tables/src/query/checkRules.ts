/** What the checks of a table say about the values of one column. Values are as they are written in SQL. */
export interface CheckRules {
  /** The only values besides null. */
  readonly choices?: readonly string[];
  readonly min?: Bound;
  readonly max?: Bound;
  /** Characters of a text at most. */
  readonly maxLength?: number;
  /** Texts have to be JSON. */
  readonly isJson?: true;
}

export interface Bound {
  /** A decimal. */
  readonly value: string;
  /** Whether the value itself is excluded. */
  readonly isExclusive: boolean;
}

type Rules = ReadonlyMap<string, CheckRules>;

/**
 * Column → rules of the checks in a piece of DDL: `CHECK (a > 0 AND b IN ('x', 'y'))`. Reads comparisons of one column with
 * constants, lists and ranges, and lengths of texts; anything else is left to the database. Names are in lower case where SQL
 * does not quote them.
 */
export function checkRules(ddl: string): Rules {
  const tokens = tokensOf(ddl);
  const starts = tokens.flatMap((token, index) =>
    isWord(token, 'check') && tokens[index + 1]?.text === '(' ? index + 1 : [],
  );

  return merged(starts.map((start) => rulesOf(tokens.slice(start, closing(tokens, start) + 1))));
}

interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign';
  readonly text: string;
}

const pattern =
  /--[^\n]*|\/\*[\s\S]*?\*\/|(?:\b_\w+\s*|\b[eEnN])?'((?:[^'\\]|''|\\.)*)'|"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|(\d+(?:\.\d+)?)|([A-Za-z_][\w$]*)|(::|<=|>=|<>|!=|[^\s\w])/g;

function tokensOf(sql: string): Token[] {
  return [...sql.matchAll(pattern)].flatMap(([, text, quoted, ticked, number, word, sign]): Token[] => {
    if (text !== undefined)
      return [{ kind: 'text', text: text.replaceAll("''", "'").replace(/\\(.)/g, '$1') }];
    if (quoted !== undefined) return [{ kind: 'name', text: quoted.replaceAll('""', '"') }];
    if (ticked !== undefined) return [{ kind: 'name', text: ticked.replaceAll('``', '`') }];
    if (number !== undefined) return [{ kind: 'number', text: number }];
    if (word !== undefined) return [{ kind: 'word', text: word.toLowerCase() }];

    return sign === undefined ? [] : [{ kind: 'sign', text: sign }];
  });
}

function isWord(token: Token | undefined, word: string): boolean {
  return token?.kind === 'word' && token.text === word;
}

/** Index of the bracket that closes the one at `start`. */
function closing(tokens: readonly Token[], start: number): number {
  let depth = 0;
  for (let index = start; index < tokens.length; index++) {
    const { kind, text } = tokens[index]!;
    if (kind !== 'sign') continue;
    if (text === '(' || text === '[') depth += 1;
    if (text === ')' || text === ']') depth -= 1;
    if (depth === 0) return index;
  }

  return tokens.length;
}

function rulesOf(given: readonly Token[]): Rules {
  const tokens = unwrapped(given);
  const alternatives = split(tokens, 'or');
  if (alternatives.length > 1) return anyOf(alternatives);
  const clauses = split(tokens, 'and');

  return clauses.length > 1 ? merged(clauses.map(rulesOf)) : comparison(tokens);
}

function unwrapped(tokens: readonly Token[]): readonly Token[] {
  const isWrapped = tokens[0]?.text === '(' && closing(tokens, 0) === tokens.length - 1;

  return isWrapped ? unwrapped(tokens.slice(1, -1)) : tokens;
}

/** The parts between a word outside of brackets; the AND of BETWEEN belongs to its part. */
function split(tokens: readonly Token[], word: 'and' | 'or'): Token[][] {
  const clauses: Token[][] = [[]];
  let isBetween = false;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    const end = token.text === '(' || token.text === '[' ? closing(tokens, index) : index;
    if (isWord(token, word) && !(word === 'and' && isBetween)) {
      clauses.push([]);
    } else {
      if (isWord(token, 'between')) isBetween = true;
      else if (isWord(token, 'and')) isBetween = false;
      clauses.at(-1)?.push(...tokens.slice(index, end + 1));
    }
    index = end;
  }

  return clauses;
}

/** A list that is written as alternatives. Null passes every check, so that it adds nothing. */
function anyOf(alternatives: readonly Token[][]): Rules {
  const others = alternatives.filter((tokens) => !isNullTest(unwrapped(tokens)));
  if (others.length === 1) return rulesOf(others[0]!);
  const found = others.map((tokens) => [...rulesOf(tokens)]);
  const [first] = found[0] ?? [];
  const isOfOne = found.every(
    ([each, ...more]) => each !== undefined && more.length === 0 && each[0] === first?.[0] && each[1].choices,
  );

  return first && isOfOne
    ? new Map([[first[0], { choices: found.flatMap(([each]) => each?.[1].choices ?? []) }]])
    : new Map();
}

function isNullTest(tokens: readonly Token[]): boolean {
  return isWord(tokens.at(-1), 'null') && isWord(tokens.at(-2), 'is');
}

/** The rules that hold where all of them do. */
function merged(all: readonly Rules[]): Rules {
  const found = new Map<string, CheckRules>();
  for (const [column, rules] of all.flatMap((each) => [...each])) {
    const known = found.get(column) ?? {};
    const choices = known.choices && rules.choices?.filter((value) => known.choices?.includes(value));
    found.set(column, { ...known, ...rules, ...(choices && { choices }) });
  }

  return found;
}

type Operand =
  | { readonly column: string; readonly isLength?: true }
  | { readonly constant: string; readonly isNumber: boolean };

const lengths = ['length', 'char_length', 'character_length'];
const typeWords = ['varying', 'precision', 'with', 'without', 'time', 'zone'];

/** Reads one comparison from its beginning to its end. */
class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  takes(text: string): boolean {
    const token = this.#tokens[this.#at];
    const isTaken = (token?.kind === 'sign' || token?.kind === 'word') && token.text === text;
    if (isTaken) this.#at += 1;

    return isTaken;
  }

  operand(): Operand | null {
    const found = this.takes('(') ? this.#inBrackets() : this.#plain();
    this.casts();

    return found;
  }

  #inBrackets(): Operand | null {
    const inner = this.operand();

    return this.takes(')') ? inner : null;
  }

  #plain(): Operand | null {
    const isNegative = this.takes('-');
    const token = this.#tokens[this.#at];
    if (token === undefined || token.kind === 'sign') return null;
    this.#at += 1;
    if (token.kind === 'number') return { constant: `${isNegative ? '-' : ''}${token.text}`, isNumber: true };
    if (isNegative) return null;
    // PostgreSQL writes a negative number as `'-1'::integer`.
    if (token.kind === 'text') return { constant: token.text, isNumber: /^-?\d+(\.\d+)?$/.test(token.text) };
    if (token.kind === 'word' && this.takes('(')) {
      const inner = lengths.includes(token.text) ? this.#inBrackets() : null;

      return inner && 'column' in inner ? { column: inner.column, isLength: true } : null;
    }

    return { column: token.text };
  }

  /** `::character varying(20)[]` */
  casts(): void {
    while (this.takes('::')) {
      this.#at += 1;
      while (typeWords.some((word) => this.takes(word)));
      if (this.takes('(')) while (!this.isAtEnd && !this.takes(')')) this.#at += 1;
      while (this.takes('[')) this.takes(']');
    }
  }

  /** Constants up to a closing bracket; null if there is anything else. */
  constants(end: ')' | ']'): string[] | null {
    const values: string[] = [];
    do {
      const value = this.operand();
      if (value === null || !('constant' in value)) return null;
      values.push(value.constant);
    } while (this.takes(','));

    return this.takes(end) ? values : null;
  }
}

const mirrored: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=', '=': '=' };

function comparison(tokens: readonly Token[]): Rules {
  const reader = new Reader(tokens);
  if (reader.takes('json_valid')) return jsonText(reader);
  const left = reader.operand();
  const none: Rules = new Map();
  if (left === null) return none;
  if (reader.takes('in') && reader.takes('(')) return listed(left, reader.constants(')'), reader);
  if (reader.takes('between')) {
    const from = reader.operand();
    const to = reader.takes('and') ? reader.operand() : null;

    return reader.isAtEnd ? merged([bounded(left, '>=', from), bounded(left, '<=', to)]) : none;
  }
  const sign = Object.keys(mirrored)
    .toSorted((a, b) => b.length - a.length)
    .find((each) => reader.takes(each));
  if (sign === undefined) return none;
  if (sign === '=' && reader.takes('any')) return anyArray(left, reader);
  const right = reader.operand();
  if (!reader.isAtEnd || right === null) return none;

  return 'column' in left ? bounded(left, sign, right) : bounded(right, mirrored[sign]!, left);
}

/** `json_valid(document)`, also with the flags of SQLite. */
function jsonText(reader: Reader): Rules {
  const [column] = reader.takes('(') ? [reader.operand()] : [];

  return column && 'column' in column ? new Map([[column.column, { isJson: true }]]) : new Map();
}

/** `= ANY (ARRAY['a'::text, 'b'::text])`, as PostgreSQL writes IN. */
function anyArray(left: Operand, reader: Reader): Rules {
  reader.takes('(');
  const isWrapped = reader.takes('(');
  const values = reader.takes('array') && reader.takes('[') ? reader.constants(']') : null;
  reader.casts();
  if (isWrapped) reader.takes(')');
  reader.casts();
  reader.takes(')');

  return listed(left, values, reader);
}

function listed(left: Operand, values: readonly string[] | null, reader: Reader): Rules {
  const isList = values !== null && reader.isAtEnd && 'column' in left && !left.isLength;

  return isList ? new Map([[left.column, { choices: values }]]) : new Map();
}

function bounded(left: Operand, sign: string, right: Operand | null): Rules {
  if (right === null || !('column' in left) || !('constant' in right)) return new Map();
  const { constant: value, isNumber } = right;
  if (left.isLength) {
    const most = sign === '<' ? Number(value) - 1 : Number(value);

    return isNumber && /^<=?$/.test(sign) ? new Map([[left.column, { maxLength: most }]]) : new Map();
  }
  if (sign === '=') return new Map([[left.column, { choices: [value] }]]);
  if (!isNumber) return new Map();
  const bound = { value, isExclusive: sign.length === 1 };

  return new Map([[left.column, sign.startsWith('>') ? { min: bound } : { max: bound }]]);
}
