export {
  installPageMarks,
  keepPageMarks,
  type PageMarkOptions,
  removePageMarks,
} from './pageMarks/installPageMarks.ts';
export { postgres } from './postgres.ts';
export {
  type PrepareRepeatedOptions,
  type PreparingPool,
  prepareRepeated,
} from './prepared/prepareRepeated.ts';
export type { Replica, ReplicaFault, ReplicaState } from './replicas/Member.ts';
export { openBookmark } from './replicas/openBookmark.ts';
export { openReplicas, type ReplicasOptions, type StandbyReplicas } from './replicas/openReplicas.ts';
export { type PositionReader, postgresPositions, type ReplicaReading } from './replicas/PositionReader.ts';
export { isPosition, laterOf } from './replicas/position.ts';
export type { ReadCounts, ReplicaRead, ServerChoice } from './replicas/ServerChoice.ts';
