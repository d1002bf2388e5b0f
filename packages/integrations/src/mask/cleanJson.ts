import { isOfGrant } from './grants.ts';
import { Look, look } from './lookAt.ts';
import { ownText } from './ownText.ts';
import type { IsSecretName } from './secretNames.ts';

/** What is asked of names and texts, in the terms of the mask itself. */
export interface CleanRules {
  readonly isSecretName: IsSecretName;
  /** Whether masking leaves the text as it is. `flags` are those of `Look`. */
  readonly isClean: (text: string, flags: number) => boolean;
}

/** Longest JSON that is read this way, in characters: no number of values in it is too many for the slow way. */
export const longestCleanJson = 21_000;
/** Fewer than the slow way follows. */
const deepest = 38;
/** Longest number, in characters: every database takes it. */
const longestNumber = 20;

/** What the name of a member says of its object. */
const plain = 0;
const secret = 1;
/** `{ name: 'password', value: … }` */
const named = 2;
const valued = 3;
/** `{ grant_type: 'authorization_code', code: … }` */
const granted = 4;
const ofGrant = 5;

const mostNames = 5_000;

/**
 * Makes a test: whether a text is JSON, an object or a list, in which masking would find nothing to mask. Then it may be
 * kept as it is, without being parsed and written again. Answers false where it does not know.
 */
export function cleanJsonTest(rules: CleanRules): (text: string) => boolean {
  const names = new Map<string, number>();
  const scan = new Scan(rules, nameKind);

  return (text) => {
    if (text.length > longestCleanJson || !text.isWellFormed()) return false;

    return scan.document(text);
  };

  function nameKind(name: string, flags: number): number {
    const known = names.get(name);
    if (known !== undefined) return known;
    const kind = kindOf(name, flags);
    if (names.size >= mostNames) names.clear();
    if (name.length <= 64) names.set(ownText(name), kind);

    return kind;
  }

  function kindOf(name: string, flags: number): number {
    if (rules.isSecretName(name) || !rules.isClean(name, flags)) return secret;
    if (rules.isSecretName(name, 'grant')) return granted;
    if (isOfGrant(name)) return ofGrant;
    if (/^(?:name|key|field|header|param)$/i.test(name)) return named;

    return /^(?:values?|content|text)$/i.test(name) ? valued : plain;
  }
}

class Scan {
  readonly #rules: CleanRules;
  readonly #nameKind: (name: string, flags: number) => number;
  readonly #look = new Look();
  #text = '';
  #at = 0;

  constructor(rules: CleanRules, nameKind: (name: string, flags: number) => number) {
    this.#rules = rules;
    this.#nameKind = nameKind;
  }

  document(text: string): boolean {
    this.#text = text;
    this.#at = 0;
    const first = this.#next();
    const isClean = (first === 123 || first === 91) && this.#value(first, 0) && Number.isNaN(this.#next());
    this.#text = '';

    return isClean;
  }

  /** The next character that is no space; NaN at the end. */
  #next(): number {
    const text = this.#text;
    let at = this.#at;
    let code = text.charCodeAt(at);
    while (code === 32 || code === 10 || code === 13 || code === 9) {
      at += 1;
      code = text.charCodeAt(at);
    }
    this.#at = at;

    return code;
  }

  #value(code: number, depth: number): boolean {
    if (code === 34) return this.#string();
    if (code === 123) return depth < deepest && this.#object(depth + 1);
    if (code === 91) return depth < deepest && this.#list(depth + 1);
    if (code === 116) return this.#word('true');
    if (code === 102) return this.#word('false');
    if (code === 110) return this.#word('null');

    return this.#number(code);
  }

  #object(depth: number): boolean {
    let names = 0;
    let nameStart = 0;
    let nameEnd = 0;
    let hasValue = false;
    let hasCode = false;
    let isGrant = false;
    this.#at += 1;
    let code = this.#next();
    if (code === 125) return this.#past();

    for (;;) {
      if (code !== 34) return false;
      const kind = this.#name();
      if (kind === secret) return false;
      if (this.#next() !== 58) return false;
      this.#at += 1;
      code = this.#next();
      const start = this.#at;
      if (!this.#value(code, depth)) return false;
      if (kind === valued) hasValue = true;
      if (kind === granted) hasCode = true;
      if (kind === ofGrant) isGrant = true;
      if (kind === named && code === 34) {
        names += 1;
        nameStart = start;
        nameEnd = this.#at;
      }
      code = this.#next();
      if (code === 125) {
        if (hasCode && isGrant) return false;
        if (hasValue && names > 0 && (names > 1 || this.#isSecret(nameStart, nameEnd))) return false;
        return this.#past();
      }
      if (code !== 44) return false;
      this.#at += 1;
      code = this.#next();
    }
  }

  #list(depth: number): boolean {
    this.#at += 1;
    let code = this.#next();
    if (code === 93) return this.#past();

    for (let index = 0; ; index += 1) {
      const start = this.#at;
      const mayName = code === 34 && index % 2 === 0;
      if (!this.#value(code, depth)) return false;
      const end = this.#at;
      code = this.#next();
      if (code === 93) return this.#past();
      if (code !== 44) return false;
      // ['Authorization', …]
      if (mayName && this.#isSecret(start, end)) return false;
      this.#at += 1;
      code = this.#next();
    }
  }

  #past(): true {
    this.#at += 1;

    return true;
  }

  /** What a member's name says; the place is after its quote then. */
  #name(): number {
    const start = this.#at;
    const flags = this.#quoted();
    if (flags < 0) return secret;
    if ((flags & look.atEscapes) === 0) {
      return this.#nameKind(this.#text.slice(start + 1, this.#at - 1), flags);
    }
    const name = this.#unescaped(start);

    return name === null ? secret : this.#nameKind(name, flags | look.closely);
  }

  #string(): boolean {
    const start = this.#at;
    const flags = this.#quoted();
    if (flags <= 0) return flags === 0;
    if ((flags & look.atEscapes) === 0) {
      return this.#rules.isClean(this.#text.slice(start + 1, this.#at - 1), flags);
    }
    const text = this.#unescaped(start);

    return text !== null && this.#rules.isClean(text, flags | look.closely);
  }

  /** Its flags; -1 when it does not end. */
  #quoted(): number {
    const flags = this.#look.at(this.#text, this.#at + 1, true);
    const { end } = this.#look;
    if (end < 0) return -1;
    this.#at = end + 1;

    return flags;
  }

  /** Whether the string that stands there is the name of a secret. */
  #isSecret(start: number, end: number): boolean {
    const text = this.#text.slice(start + 1, end - 1);
    const name = text.includes('\\') ? this.#unescaped(start, end) : text;

    return name === null || this.#rules.isSecretName(name);
  }

  #unescaped(start: number, end = this.#at): string | null {
    try {
      return JSON.parse(this.#text.slice(start, end));
    } catch {
      return null;
    }
  }

  #word(word: string): boolean {
    const isThere = this.#text.startsWith(word, this.#at);
    this.#at += word.length;

    return isThere;
  }

  /** Numbers as people write them: not those with an exponent, nor zero with a sign. */
  #number(first: number): boolean {
    const text = this.#text;
    const start = this.#at;
    let at = start;
    let code = first;
    if (code === 45) code = text.charCodeAt(++at);
    if (!isDigit(code)) return false;
    const isZero = code === 48;
    const whole = at;
    while (isDigit(code)) code = text.charCodeAt(++at);
    if (isZero && (at > whole + 1 || whole > start)) return false;
    if (code === 46) {
      const fraction = at + 1;
      code = text.charCodeAt(++at);
      while (isDigit(code)) code = text.charCodeAt(++at);
      if (at === fraction) return false;
    }
    if (code === 69 || code === 101 || at - start > longestNumber) return false;
    this.#at = at;
    if (at - start < 13) return true;
    const written = text.slice(start, at);

    return (
      this.#rules.isClean(written, look.atDigits) &&
      this.#rules.isClean(String(Number(written)), look.atDigits)
    );
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
