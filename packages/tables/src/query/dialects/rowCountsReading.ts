import { crc32 } from 'node:zlib';
import { type Expression, type RawBuilder, sql } from 'kysely';

/**
 * The state of some records as a scalar, `changes:net:pending:epoch`; null if one of them is not installed. `concat`
 * concatenates its parts.
 */
export function rowCountsReading(
  records: readonly string[],
  concat: (fragments: readonly (Expression<unknown> | string)[]) => RawBuilder<string | null>,
): RawBuilder<string | null> {
  const list = sql.join([...records]);
  const text = concat([
    sql`kept.changes + pending.changes`,
    ':',
    sql`kept.net + pending.net`,
    ':',
    sql`pending.changes`,
    ':',
    sql`kept.epoch`,
  ]);

  return sql<string | null>`(select ${text} from (
    select case when count(*) = ${sql.lit(records.length)} then sum(changes) end as changes, sum(net) as net,
      sum(epoch) as epoch
    from rowhouse_row_counts where source in (${list})
  ) as kept cross join (
    select count(*) as changes, coalesce(sum(delta), 0) as net
    from rowhouse_row_changes where source in (${list})
  ) as pending)`;
}

/** A name of at most `longest` characters: a longer one is truncated and ends in a checksum that makes it unique. */
export function shortName(name: string, longest: number, unique = name): string {
  return name.length > longest
    ? `${name.slice(0, longest - 9)}_${crc32(unique).toString(16).padStart(8, '0')}`
    : name;
}
