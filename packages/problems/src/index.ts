export { defineErrors, type ErrorClass } from './defineErrors.ts';
export {
  type FieldErrors,
  ProblemError,
  type ProblemKind,
  type ProblemOptions,
  type ProblemTable,
} from './ProblemError.ts';
export {
  type ProblemParts,
  type ProblemResponse,
  problem,
  problemOf,
  problemType,
  sendProblem,
} from './problem.ts';
export { describeOnly, problemResponses, problemSchema } from './schemas.ts';
export { type TurnLimits, Turns } from './Turns.ts';
