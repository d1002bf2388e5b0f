export { readAddress } from './address.ts';
export { type ConnectedDatabase, connectDatabases } from './connectDatabases.ts';
export type { DatabaseSettings } from './DatabaseSettings.ts';
export { nameOf } from './databaseNames.ts';
export { databaseReport } from './databaseReport.ts';
export { type FoundDatabase, type FoundTable, findDatabases } from './findDatabases.ts';
export { type RowLinks, rowLinks } from './rowLinks.ts';
export { openTemplateFolder, type TemplateFolder } from './templateFolder.ts';
export { sourceOf } from './templateSource.ts';
