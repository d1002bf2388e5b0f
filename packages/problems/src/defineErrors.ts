import { ProblemError, type ProblemOptions, type ProblemTable } from './ProblemError.ts';
import type { EnglishText, Text } from './Text.ts';

/** The error class of a package, whose codes are those of its table. */
export interface ErrorClass<Table extends ProblemTable> {
  /** @param message for users: what is wrong, with which value, and what to do; without SQL and secrets */
  new (
    code: keyof Table & string,
    message: EnglishText | Text,
    options?: ProblemOptions,
  ): ProblemError<keyof Table & string>;
  /** Every error: code → HTTP status and title. */
  readonly table: Table;
}

/**
 * Defines all errors of a package once: its class, and from the table its codes, their statuses and titles.
 *
 *     export class ShopError extends defineErrors('ShopError', {
 *       'shop.closed': { status: 503, title: 'Shop closed' },
 *     }) {}
 *
 *     throw new ShopError('shop.closed', 'The shop is closed. Try again at nine.');
 *
 * @param name of the class, as it appears in stack traces
 */
export function defineErrors<const Table extends ProblemTable>(
  name: string,
  table: Table,
): ErrorClass<Table> {
  type Code = keyof Table & string;

  return class extends ProblemError<Code> {
    static readonly table = table;
    override readonly name = name;

    constructor(code: Code, message: EnglishText | Text, options?: ProblemOptions) {
      super(table, code, message, options);
    }
  };
}
