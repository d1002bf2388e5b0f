export { defineErrors, type ErrorClass } from './defineErrors.ts';
export { type FieldErrors, ProblemError, type ProblemOptions } from './ProblemError.ts';
export { problem, problemOf, sendProblem } from './problem.ts';
export { describeOnly, problemResponses, problemSchema } from './schemas.ts';
export { type EnglishText, say, Text, type TranslateText } from './Text.ts';
export { type TurnLimits, Turns } from './Turns.ts';
