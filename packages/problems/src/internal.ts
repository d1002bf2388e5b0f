/** For the packages next to this one: names that they share with it, without a promise to users. */
export { describeSchemaFault, isBlank, type SchemaFault } from './describeSchemaFault.ts';
export type { FieldTexts } from './ProblemError.ts';
export { detailsOf, type ProblemDetails, type ProblemResponse } from './problem.ts';
export { asText, english, inLanguage, parsedText, type TextValue } from './Text.ts';
