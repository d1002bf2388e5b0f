import {
  type Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PrimitiveValueListNode,
  RawNode,
  ValueListNode,
  ValueNode,
} from 'kysely';
import { dialectName } from './dialectName.ts';

/** Characters that drivers escape, backslash included. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: drivers escape these.
const escaped = /[\0\b\t\n\r\x1a"'\\]/;

/**
 * Makes texts safe in every MySQL session, whatever its `sql_mode`; other databases are returned unchanged. Drivers
 * escape quotes by backslashes, which have no effect under `NO_BACKSLASH_ESCAPES`. A session may enter that mode at any
 * time, so texts that need an escape are written as hexadecimal literals.
 */
export function withSafeTexts<DB>(db: Kysely<DB>): Kysely<DB> {
  return dialectName(db) === 'mysql' ? db.withPlugin(safeTexts) : db;
}

class SafeTexts extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    const { value } = node;

    return needsEscape(value) ? (literal(value) as unknown as ValueNode) : super.transformValue(node);
  }

  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    if (!node.values.some(needsEscape)) return super.transformPrimitiveValueList(node);

    const values = node.values.map((value) =>
      needsEscape(value) ? literal(value) : ValueNode.create(value),
    );

    return ValueListNode.create(values) as unknown as PrimitiveValueListNode;
  }
}

function needsEscape(value: unknown): value is string {
  return typeof value === 'string' && escaped.test(value);
}

/** Compared like other literals, by the collation of the column. */
function literal(text: string): RawNode {
  return RawNode.createWithSql(`_utf8mb4 x'${Buffer.from(text, 'utf8').toString('hex')}'`);
}

const transformer = new SafeTexts();

const safeTexts: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
  transformResult: async ({ result }) => result,
};
