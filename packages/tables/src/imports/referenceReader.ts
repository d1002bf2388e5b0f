import { say, type Text } from '@rowhouse/problems';
import { LRUCache } from 'lru-cache';
import { readNames } from '../data/readNames.ts';
import { referenceFault } from '../edit/referenceFault.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { PlannedField } from '../records/RecordPlan.ts';
import { sendAnother } from '../request/parse/Faults.ts';
import { limitedReads } from '../runtime/reads.ts';

/** The identifier that a text refers to, or why it refers to none. */
type Reference = { readonly id: string } | { readonly fault: Text };

/** Texts of a field whose references are kept. */
const maxCached = 20_000;
/** Rows whose name contains a text, among which the one is looked for that has it as its name. */
const mostNamed = 100;
const never = new AbortController().signal;

/**
 * Finds what the texts of a column refer to: a row of the user by its identifier, otherwise by its name. Null for a field that
 * refers to nothing.
 */
export function referenceReader(
  field: PlannedField,
  query: TableQuery,
): ((text: string) => Reference | Promise<Reference>) | null {
  const { referenceTables, references, kind } = field;
  if (referenceTables === null && references === null) return null;
  const { db, rawDb, dialect } = query.runtime;
  const known = new LRUCache<string, Reference>({ max: maxCached });

  const find = async (text: string): Promise<Reference> => {
    const canBeId = kind !== 'integer' || /^-?\d{1,19}$/.test(text);
    const fault = canBeId
      ? await referenceFault(field, text, { transaction: db, rawDb, dialect })
      : say`is not one of the values that the column can refer to`;
    if (fault === null) return { id: text };
    const ids = await idsNamed(text);
    const [id] = ids;
    if (id !== undefined && ids.length === 1) return { id };

    return {
      fault:
        ids.length > 1
          ? sendAnother(text, say`is the name of several rows; write the identifier of one`)
          : sendAnother(text, fault),
    };
  };

  /** The rows of the best of the tables. */
  const idsNamed = async (name: string): Promise<string[]> => {
    const data = await referenceTables?.tables[0]?.prepare();
    if (!data) return [];
    const reads = limitedReads(data.runtime, {
      limits: data.table.config.limits,
      turns: data.turns,
      signal: never,
    });
    const terms = name.split(/\s+/).filter((term) => term !== '');
    const { value } = await readNames(data, { kind: 'names', terms, limit: mostNamed, first: null }, reads);
    const isSame = (other: string) => other.trim().toLowerCase() === name.toLowerCase();
    const found = value.names.filter((row) => isSame(row.name));
    const exact = found.filter((row) => row.name.trim() === name);

    return (exact.length > 0 ? exact : found).map(({ id }) => String(id));
  };

  return (text) => {
    const found = known.get(text);
    if (found) return found;

    return find(text).then((reference) => {
      known.set(text, reference);

      return reference;
    });
  };
}
