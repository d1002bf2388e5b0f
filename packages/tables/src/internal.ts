/** For the packages next to this one: names that they share with it, without a promise to users. */
export { say } from '@rowhouse/problems';
export { followedSources } from './counts/followedSources.ts';
export type { DeepPages } from './data/DeepPages.ts';
export { readCounts } from './data/readCounts.ts';
export type { Page } from './data/readPage.ts';
export { readWindow } from './data/readWindow.ts';
export { exactly } from './data/totalCount.ts';
export { callQuery, takesContext } from './definition/callQuery.ts';
export type { AnyDatabase } from './definition/defineTable.ts';
export { declaredType } from './definition/requestRules.ts';
export { compileTable } from './definition/Table.ts';
export { assertActions } from './definition/tableActions.ts';
export { type FaultOptions, sourceOf, templateFaults } from './definition/templateFaults.ts';
export { columnEdit, editTarget, identifierColumn, versionAttribute } from './edit/EditTarget.ts';
export type { ReadTexts, ReadTextsOptions, TextBlock, TextColumn, TextRows } from './export/TextRows.ts';
export { suggestName, suggestWord } from './format/suggestWord.ts';
export { planQuery } from './plan/planQuery.ts';
export type { OrderTerm } from './plan/QueryPlan.ts';
export { type PreparedQuery, queryPreparer } from './prepare/prepareQuery.ts';
export { branchesOf, conditionsOf, type TableQuery } from './prepare/tableQueries.ts';
export { columnFilterType, withTypes } from './prepare/typedRules.ts';
export { branchCountQuery, countQuery, queryKey } from './query/aggregateQuery.ts';
export { dataKind } from './query/ColumnResolver.ts';
export { parseCountSource } from './query/CountSource.ts';
export { cancellable, type QueryRunner } from './query/cancellable.ts';
export {
  type Catalogue,
  type CatalogueTable,
  catalogueOf,
  readCatalogue,
  smallTable,
  tableLabel,
} from './query/catalogue.ts';
export { type DatabaseNames, dottedToDatabase, namedDatabase, sameNames } from './query/databaseNames.ts';
export type { KeyRow, NamedTable } from './query/dialects/CatalogueQueries.ts';
export type { ColumnKind, Dialect } from './query/dialects/Dialect.ts';
export { dialectOf } from './query/dialects/dialectOf.ts';
export { domains } from './query/dialects/postgres/catalogue.ts';
export { permitOnly } from './query/dialects/postgres/functionRights.ts';
export { partFunctions } from './query/dialects/postgres/rowCountParts.ts';
export { tablesBut } from './query/dialects/sqlite/catalogue.ts';
export { functionSchemas } from './query/functionSchemas.ts';
export { type Builder, databaseColumn, type HostQuery, inspectQuery, isBuilder } from './query/HostQuery.ts';
export { columnOf, conjuncts, equalSides, joinedKeys, type ReferencedColumn } from './query/lookups.ts';
export { type PagePlace, pageQuery } from './query/pageQuery.ts';
export { rowDependencies } from './query/rowDependencies.ts';
export { parseTableName, schemasIn, type TableName, tableAndAlias } from './query/TableName.ts';
export { parseRequest } from './request/parseRequest.ts';
export type { FilterRequest, FilterRule } from './request/TableRequest.ts';
export { type Observed, together } from './runtime/Observation.ts';
export type { Reads } from './runtime/reads.ts';
export { joinNext } from './runtime/sharedRuns.ts';
export { type DatabaseHandle, type TableRuntime, tableRuntime } from './runtime/TableRuntime.ts';
export { translated } from './runtime/translated.ts';
export { pathPattern } from './template/columnSchema.ts';
export { camelCase } from './template/resolveButtons.ts';
export type { ValidationOptions } from './template/validateTemplate.ts';
export { updateTarget } from './update/UpdateTarget.ts';
export { updateNothing } from './update/updateStatements.ts';
