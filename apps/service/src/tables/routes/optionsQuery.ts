import { Type } from 'typebox';

/** What clients ask the options of a select filter with; further members, such as `trackBy`, have no effect. */
export const optionsQuery = Type.Object({
  query: Type.Optional(Type.String({ maxLength: 100 })),
  paginate: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
});

export interface OptionsQuery {
  query?: string;
  paginate: number;
}

/** For ILIKE: what contains the text, taken literally. */
export function textPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
