/** For the packages next to this one: names that they share with it, without a promise to users. */
export type { AdviceGain, IndexProposal, MeasuringBuild } from './advise/Advice.ts';
export { type RowSource, type RowSources, rowSources, type SourceFilter } from './introspect/rowSource.ts';
export { schemaFingerprint } from './introspect/schemaFingerprint.ts';
export { madeRecords } from './make/madeRecords.ts';
