import { plainDecimal } from '../numberText.ts';

/** JSON with its numbers and texts as they are written: `JSON.parse` would round 12345678901234567890, and shorten 1.10. */
export type JsonNode =
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] };

/** The name is written as JSON, with its quotes. */
type JsonMember = readonly [name: string, value: JsonNode];

/** Where a text stops being JSON: the index of the first character that is wrong. */
export interface JsonFault {
  readonly at: number;
}

/** Lists and objects in each other, above which a text is refused. */
const deepest = 500;

const blank = /[ \t\n\r]*/y;
/** Without control characters, except those that JSON allows. */
const string = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y;

/** Reads a text as JSON, exactly. */
export function readJson(text: string): JsonNode | JsonFault {
  const reader = new Reader(text);
  try {
    const node = reader.node(0);
    reader.end();

    return node;
  } catch (error) {
    if (error instanceof WrongCharacter) return { at: error.at };
    throw error;
  }
}

class WrongCharacter extends Error {
  readonly at: number;

  constructor(at: number) {
    super();
    this.at = at;
  }
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  node(depth: number): JsonNode {
    if (depth > deepest) return this.#refuse();
    this.#take(blank);
    if (this.#takes('{')) return { kind: 'object', members: this.#entries('}', () => this.#member(depth)) };
    if (this.#takes('[')) return { kind: 'list', items: this.#entries(']', () => this.node(depth + 1)) };
    const text = this.#take(string) ?? this.#take(scalar);

    return text === null ? this.#refuse() : { kind: 'value', text };
  }

  end(): void {
    this.#take(blank);
    if (this.#at < this.#text.length) this.#refuse();
  }

  #entries<T>(close: '}' | ']', entry: () => T): T[] {
    const entries: T[] = [];
    this.#take(blank);
    if (this.#takes(close)) return entries;
    do {
      entries.push(entry());
      this.#take(blank);
    } while (this.#takes(','));
    if (!this.#takes(close)) this.#refuse();

    return entries;
  }

  #member(depth: number): JsonMember {
    this.#take(blank);
    const name = this.#take(string) ?? this.#refuse();
    this.#take(blank);
    if (!this.#takes(':')) this.#refuse();

    return [name, this.node(depth + 1)];
  }

  #takes(sign: string): boolean {
    const isTaken = this.#text[this.#at] === sign;
    if (isTaken) this.#at += 1;

    return isTaken;
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    this.#at += found?.length ?? 0;

    return found;
  }

  #refuse(): never {
    throw new WrongCharacter(this.#at);
  }
}

/** With two blanks for each level; empty lists and objects in one line. */
export function formatJson(node: JsonNode, indent = ''): string {
  const inner = `${indent}  `;
  switch (node.kind) {
    case 'value':
      return node.text;
    case 'list':
      return lines(
        '[]',
        node.items.map((item) => formatJson(item, inner)),
        indent,
      );
    case 'object':
      return lines(
        '{}',
        node.members.map(([name, value]) => `${name}: ${formatJson(value, inner)}`),
        indent,
      );
  }
}

function lines(brackets: '[]' | '{}', entries: readonly string[], indent: string): string {
  if (entries.length === 0) return brackets;
  const [open, close] = brackets;

  return `${open}\n${entries.map((entry) => `${indent}  ${entry}`).join(',\n')}\n${indent}${close}`;
}

export interface SameJsonOptions {
  /** Whether the order of members matters, and one that is repeated. Without it, the last of equal names counts. */
  readonly keepsOrder: boolean;
  /** Whether 1.10 and 1.1 are different. */
  readonly keepsDigits: boolean;
}

/** Whether two texts are the same JSON, regardless of blanks and escapes; for what is no JSON, the same text. */
export function isSameJson(a: string, b: string, options: SameJsonOptions): boolean {
  if (a === b) return true;
  const [left, right] = [readJson(a), readJson(b)];

  return !('at' in left) && !('at' in right) && canonical(left, options) === canonical(right, options);
}

function canonical(node: JsonNode, options: SameJsonOptions): string {
  switch (node.kind) {
    case 'value':
      return canonicalValue(node.text, options);
    case 'list':
      return `[${node.items.map((item) => canonical(item, options)).join()}]`;
    case 'object': {
      const members = node.members.map(
        ([name, value]) => [canonicalValue(name, options), canonical(value, options)] as const,
      );
      const kept = options.keepsOrder ? members : [...new Map(members)].sort(([a], [b]) => (a < b ? -1 : 1));

      return `{${kept.map(([name, value]) => `${name}:${value}`).join()}}`;
    }
  }
}

function canonicalValue(text: string, { keepsDigits }: SameJsonOptions): string {
  if (text.startsWith('"')) return JSON.stringify(JSON.parse(text));
  if (keepsDigits) return text;
  const plain = plainDecimal(text) ?? text;
  const short = plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain;

  return short === '-0' ? '0' : short;
}
