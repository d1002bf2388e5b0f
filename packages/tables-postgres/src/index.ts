export {
  installPageMarks,
  keepPageMarks,
  type PageMarkOptions,
  removePageMarks,
} from './pageMarks/installPageMarks.ts';
export { postgres } from './postgres.ts';
export {
  type PrepareRepeatedOptions,
  type PreparingClient,
  prepareRepeated,
} from './prepared/prepareRepeated.ts';
export type { ReplicaState } from './replicas/Member.ts';
export { openBookmark } from './replicas/openBookmark.ts';
export { openReplicas, type ReplicasOptions, type StandbyReplicas } from './replicas/openReplicas.ts';
export { postgresPositions } from './replicas/PositionReader.ts';
export { isPosition, laterOf } from './replicas/position.ts';
