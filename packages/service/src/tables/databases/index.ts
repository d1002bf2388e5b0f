export { nameOf, readAddress } from './address.ts';
export { awaitDatabases, isUnavailable, retrySeconds } from './awaitDatabases.ts';
export {
  type ConnectedDatabase,
  connectDatabases,
  connectForWrites,
  databaseReport,
  type FoundDatabase,
  type FoundTable,
  findDatabases,
} from './findDatabases.ts';
export { rowLinks } from './rowLinks.ts';
export { openTemplateFolder, sourceOf, type TemplateFolder } from './templateFolder.ts';
