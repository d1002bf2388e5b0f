export { type EjectedTable, type EjectOptions, ejectTable } from './ejectTable.ts';
export type {
  IntrospectedTable,
  Introspection,
  IntrospectionNote,
  LeftOut,
  TableReference,
  TableReferrer,
} from './IntrospectedTable.ts';
export { type IntrospectOptions, introspectTables } from './introspectTables.ts';
export {
  type SourcedTable,
  type TableSources,
  type TableSourcesOptions,
  type TemplateOptions,
  tableSources,
} from './tableSources.ts';
