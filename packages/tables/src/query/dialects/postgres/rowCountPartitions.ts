import { sqlProgram } from '@rowhouse/drivers/internal';

/*
 * Partitions, and tables that inherit. A statement that names a partition fires the partition's own triggers only, and one
 * that names the root only those of the root, so both have some. Attaching, detaching and dropping fire none: they change
 * the version of the parts, which belongs to every reading, and the rows are then counted again.
 */
export const partitionFunctions = (schemas: string) =>
  [
    'rowhouse_relation',
    'rowhouse_parts',
    'rowhouse_is_part',
    'rowhouse_follow_parts',
    'rowhouse_unfollow_parts',
  ].map((name) => sqlProgram(import.meta.url, name, { schemas }));
