/** Names of secrets, for who does not need Kysely. */
export { isSecretColumn } from './secretNames/isSecretColumn.ts';
export { flatName, secretNameTest } from './secretNames/secretNameTest.ts';
