import type { DatabaseDialect } from '../address.ts';
import type { ConnectDatabase } from './ConnectOptions.ts';
import { connectMysql } from './mysql.ts';
import { connectPostgres } from './postgres.ts';
import { connectSqlite } from './sqlite.ts';

const dialects: Readonly<Record<DatabaseDialect, ConnectDatabase>> = {
  postgres: connectPostgres,
  mysql: connectMysql,
  sqlite: connectSqlite,
};

export const connectDatabase: ConnectDatabase = (options) => dialects[options.address.dialect](options);
