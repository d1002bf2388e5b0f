/**
 * Variables of a service on a test's database: through the pooler at TEST_POOLER_URL, if there is one and the
 * database is on the server at TEST_POSTGRES_URL. The pooler sets the search path of the default schema.
 */
export function databaseVariables(
  url: string,
  { ROWHOUSE_DATABASE_SCHEMA: schema = 'rowhouse' }: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const { TEST_POOLER_URL: pooler, TEST_POSTGRES_URL: server } = process.env;
  if (!pooler || !server || schema !== 'rowhouse' || !URL.canParse(url)) return { DATABASE_URL: url };
  const { host } = new URL(url);
  if (host !== new URL(server).host && host !== new URL(pooler).host) return { DATABASE_URL: url };

  return { DATABASE_URL: onHost(url, pooler), DATABASE_DIRECT_URL: onHost(url, server) };
}

function onHost(url: string, server: string): string {
  const changed = new URL(url);
  changed.host = new URL(server).host;

  return changed.href;
}
