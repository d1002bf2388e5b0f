/** A one-to-one relation, read for all rows of a page by one query. */
export interface Relation {
  readonly table: string;
  /** Column of the related table that is matched; unique there. */
  readonly relatedKey: string;
  /** Attribute of the row that is matched. Rows without it get null. */
  readonly rowKey: string;
  /** Columns of the related record to answer; all of them when not given. */
  readonly columns?: readonly string[];
}

/** The row has the foreign key: `belongsTo('countries', { foreignKey: 'country_id' })`. */
export function belongsTo(
  table: string,
  options: { foreignKey: string; ownerKey?: string; columns?: readonly string[] },
): Relation {
  return {
    table,
    rowKey: options.foreignKey,
    relatedKey: options.ownerKey ?? 'id',
    ...(options.columns && { columns: options.columns }),
  };
}

/** The related record has the foreign key: `hasOne('avatars', { foreignKey: 'user_id' })`. */
export function hasOne(
  table: string,
  options: { foreignKey: string; localKey?: string; columns?: readonly string[] },
): Relation {
  return {
    table,
    rowKey: options.localKey ?? 'dtRowId',
    relatedKey: options.foreignKey,
    ...(options.columns && { columns: options.columns }),
  };
}
