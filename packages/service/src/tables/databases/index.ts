export { nameOf, readAddress } from './address.ts';
export { awaitDatabases, isUnavailable, retrySeconds } from './awaitDatabases.ts';
export {
  type ConnectedDatabase,
  connectDatabases,
  connectForWrites,
  type DefinedTable,
  databaseReport,
  findDatabases,
  type IntrospectedDatabase,
} from './findDatabases.ts';
export { type CompareSchema, followSchemas } from './followSchemas.ts';
export { rowLinks } from './rowLinks.ts';
export { openTemplateFolder, sourceOf, type TemplateFolder } from './templateFolder.ts';
