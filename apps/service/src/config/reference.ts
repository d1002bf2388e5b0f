import { variables } from './variables.ts';

/** docs/reference/configuration.md, made from the table of variables. */
export function configurationReference(): string {
  const rows = variables.map(
    ({ name, key, default: byDefault, description }) =>
      `| \`${name}\` | \`${key}\` | ${cell(byDefault)} | ${description} |`,
  );
  return `${introduction}
| Variable | Key in the file | Default | Meaning |
|---|---|---|---|
| \`ROWHOUSE_CONFIG\` | | \`rowhouse.config.json\` | The configuration file. It may be absent unless this names it. |
${rows.join('\n')}
${rest}`;
}

function cell(text: string): string {
  return /^[a-z]+ [a-z ]+$|^generated$/.test(text) ? text : `\`${text}\``;
}

const introduction = `# Configuration

The service takes its configuration from environment variables and from a JSON file. A variable goes before the file,
and the file before the default; an empty variable counts as absent. All faults are reported at once when the service
starts, each with its origin, its value (never a secret one) and what is expected. Unknown keys in the file are faults.

Lists are separated by commas in a variable, and are arrays in the file. Variables described as JSON hold JSON text.
`;

const rest = `
## The file

\`\`\`json
{
  "port": 3000,
  "baseUrl": "https://tables.example.com",
  "languages": ["en", "de"],
  "tables": {
    "lengthMenu": [25, 50, 100],
    "comparisonOperator": "ILIKE",
    "buttons": { "row": { "show": { "class": "is-info" } } }
  }
}
\`\`\`

Objects below \`tables\` are merged with the defaults, so that one CSS class or one button can be changed; lists are
replaced whole.

## The database

Without \`DATABASE_URL\` the service runs a PostgreSQL server of its own in \`{dataDir}/postgres\`. It listens on
127.0.0.1 only; port and password are in \`{dataDir}/postgres.json\`, its messages in \`{dataDir}/postgres.log\`.
Settings may be changed in \`{dataDir}/postgres/postgresql.conf\`.

- One service at a time uses a data folder; a second one is refused. Commands such as \`rowhouse user:create\` use the
  server of the running service. Several processes or machines need a server of their own, named with \`DATABASE_URL\`.
- PostgreSQL does not run as root. Started by root, the server runs as the owner of the existing database folder, as
  the user \`postgres\` or \`rowhouse\` when there is one, or as a system user \`rowhouse\` that is created. What that user
  cannot reach (a project below /root) is put into \`/var/lib/rowhouse\`: a copy of the PostgreSQL programs, and the
  database of each data folder in \`data-{hash}\`. The start message names the folder.
- A server that a killed service left running is found and taken over at the next start. One that dies is restarted;
  meanwhile requests are answered with 503.
- The order of texts and their case follow the server's built-in locale C.UTF-8: the same on every machine and after
  every upgrade.

### The schema

The tables of the service are in the schema \`rowhouse\`, or in the one that \`ROWHOUSE_DATABASE_SCHEMA\` names, and its job
queues in the schema \`jobs\`; other schemas, \`public\` among them, keep the tables and migrations of your application. One
service uses a database. Connections of the service have the search path \`rowhouse, public\`: a name without a schema is
that of the service's table when it has one; write \`public.users\` for a table of yours that has the same name.

- The first start creates the schemas. The user of \`DATABASE_URL\` needs the privilege for it, as the owner of the database has:
  \`grant create on database app to rowhouse\`. A schema of the service that an administrator has created is used, too:
  \`create schema rowhouse authorization rowhouse\`.
- The search path is part of the startup message of each connection. A pooler has to let it pass, or to set it. In PgBouncer:
  \`ignore_startup_parameters = options\`, and \`connect_query = 'set search_path to rowhouse, public'\` in the line of the
  database. A start with another search path is refused.
- An installation of a version that had its tables in \`public\` is [moved](../guides/upgrading.md#tables-in-public).

A backup is a copy of the data folder (and of the database folder, where that lies elsewhere) made while the service is
stopped, or the output of \`pg_dump\` while it runs.

## Connections and time limits

A web process takes at most \`ROWHOUSE_DATABASE_POOL_SIZE\` connections for requests. A third of them, at least one, are for
sign-in, sessions, API keys and permissions only, so that slow queries do not keep these waiting. Besides: one for \`/ready\`, two
for the log of API calls, one for events, four for the queues, those of its workers, and up to as many as for requests while it
starts.

PostgreSQL ends a statement of a request after \`ROWHOUSE_DATABASE_LIMITS_STATEMENT_SECONDS\`, and one that waits for a lock after
\`ROWHOUSE_DATABASE_LIMITS_LOCK_SECONDS\`: 503 with Retry-After. Commands and workers have no such limits. Queries of tables have
[limits of their own](../guides/pages-and-counts.md#limits), which the first should not be lower than.

## Stopping

After SIGTERM \`/ready\` responds 503, and requests are accepted for \`ROWHOUSE_STOP_DELAY\` seconds more. Make it longer than a load
balancer takes to notice, and the time that systemd or Kubernetes gives the process at least ten seconds longer than that.

## The secret

\`ROWHOUSE_SECRET\` signs sessions. When it is absent, one is generated and kept in \`{dataDir}/secret\`. In production with
\`DATABASE_URL\` it is required, since every process needs the same one.

## Files

Exports and avatars are kept in \`{dataDir}/files\`, or in a bucket of an S3-compatible service, which
\`ROWHOUSE_FILES=s3\` and \`ROWHOUSE_S3_BUCKET\` name. A bucket that cannot be used keeps the service from starting. The
guides on [files](../guides/files.md) and [avatars](../guides/avatars.md) have the rest.

## Mail

Without a mail server, mails become files in \`{dataDir}/outbox\`. With one, named by \`ROWHOUSE_SMTP_URL\` or by its
parts, \`ROWHOUSE_MAIL_FROM\` is required. In the address, \`@\`, \`:\`, \`/\` and \`%\` of the user and the password are written
as \`%40\`, \`%3A\`, \`%2F\` and \`%25\`. The [guide](../guides/notifications.md) has the rest.

## The log

One JSON object a line. In development it goes to \`{dataDir}/rowhouse.log\`, in production to the standard error stream.
Credentials, cookies and passwords are hidden, in query strings too.

## Behind a proxy

Set \`ROWHOUSE_BASE_URL\` to the address that browsers use, and \`ROWHOUSE_TRUST_PROXY=true\` when the proxy sets
\`X-Forwarded-*\` headers; with several in a row, to their number. What stands further left in the headers, where a client may
have written it, is never read, so that [limits of attempts](../security.md#limits-of-attempts) cannot be got around. Nobody may
reach the service past the proxies then. \`/metrics\`, \`/health\` and \`/ready\` answer everybody who reaches the service; let the proxy
keep outsiders from \`/metrics\`, which the service knows in this spelling only.
`;
