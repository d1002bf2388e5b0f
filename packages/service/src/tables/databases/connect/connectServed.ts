import type { ServedDialect } from '../address.ts';
import type { ConnectServed } from './ConnectOptions.ts';
import { connectMysql } from './mysql.ts';
import { connectPostgres } from './postgres.ts';
import { connectSqlite } from './sqlite.ts';

const dialects: Readonly<Record<ServedDialect, ConnectServed>> = {
  postgres: connectPostgres,
  mysql: connectMysql,
  sqlite: connectSqlite,
};

export const connectServed: ConnectServed = (options) => dialects[options.address.dialect](options);
