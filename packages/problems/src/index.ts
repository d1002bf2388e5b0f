export { defineErrors, type ErrorClass } from './defineErrors.ts';
export {
  type FieldErrors,
  type FieldTexts,
  ProblemError,
  type ProblemKind,
  type ProblemOptions,
  type ProblemTable,
} from './ProblemError.ts';
export {
  type ProblemParts,
  type ProblemResponse,
  partsOf,
  problem,
  problemOf,
  problemType,
  sendProblem,
} from './problem.ts';
export { describeOnly, problemResponses, problemSchema } from './schemas.ts';
export {
  asText,
  type EnglishText,
  inLanguage,
  parsedText,
  say,
  Text,
  type TextValue,
  type TranslateText,
} from './Text.ts';
export { type TurnLimits, Turns } from './Turns.ts';
