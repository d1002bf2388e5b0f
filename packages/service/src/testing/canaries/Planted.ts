import { randomBytes, randomInt } from 'node:crypto';
import { inspect } from 'node:util';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';

/** Unique secrets of a test, and where they were planted. */
export class Planted {
  readonly #places = new Map<string, string>();

  /** A secret without a recognizable pattern. */
  secret(place: string): string {
    return this.plant(place, `cny${randomBytes(12).toString('hex')}`);
  }

  /** A credit card number with a valid check digit. */
  card(place: string): string {
    const digits = `4${Array.from({ length: 14 }, () => randomInt(10)).join('')}`;

    return this.plant(place, digits + checkDigit(digits));
  }

  jwt(place: string): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = part({ sub: randomBytes(8).toString('hex') });

    return this.plant(place, `${part({ alg: 'HS256' })}.${claims}.${randomBytes(24).toString('base64url')}`);
  }

  /** A key in the format of a well-known provider. */
  providerKey(place: string): string {
    return this.plant(place, `sk_live_${randomBytes(12).toString('hex')}`);
  }

  plant(place: string, value: string): string {
    if (this.#places.has(place)) throw new Error(`${place} already has a canary.`);
    this.#places.set(place, value);

    return value;
  }

  get count(): number {
    return this.#places.size;
  }

  /** Places whose canary appears in a text in any spelling, with the name of the text. */
  leaksIn(texts: Readonly<Record<string, string>>): string[] {
    return Object.entries(texts).flatMap(([name, text]) => {
      const all = text.toLowerCase();

      return [...this.#places]
        .filter(([, value]) => spellings(value).some((spelling) => all.includes(spelling.toLowerCase())))
        .map(([place]) => `${place} is in ${name}`);
    });
  }
}

/** Plain, URL-encoded, in hex, and in Base64 at any offset. */
function spellings(value: string): string[] {
  const inBase64 = [0, 1, 2].map((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(value)]);
    // The characters at both ends depend on the adjacent bytes.
    return bytes
      .toString('base64')
      .replace(/=+$/, '')
      .slice(shift === 0 ? 0 : shift + 1, -2);
  });

  return [value, encodeURIComponent(value), Buffer.from(value).toString('hex'), ...inBase64];
}

function checkDigit(digits: string): number {
  const sum = [...digits].reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);

    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);

  return (10 - (sum % 10)) % 10;
}

/** All rows of all tables as text, by table name. */
export async function dumpDatabase(db: Kysely<Database>): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
  const dump: Record<string, string> = {};
  for (const { schema, name } of tables) {
    const table = sql.table(`${schema}.${name}`);
    const { rows } = await sql<{ line: string }>`select t::text as line from ${table} as t`.execute(db);
    dump[`table ${schema}.${name}`] = rows.map(({ line }) => line).join('\n');
  }

  return dump;
}

/** Everything that a value shows when printed, logged or sent. */
export function shown(value: unknown): string {
  const inspected = inspect(value, {
    depth: 20,
    showHidden: true,
    maxStringLength: null,
    maxArrayLength: null,
  });
  const causes = value instanceof Error && value.cause !== undefined ? shown(value.cause) : '';

  return [
    inspected,
    json(value),
    value instanceof Error ? `${value.message}\n${value.stack}` : '',
    causes,
  ].join('\n');
}

function json(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}
