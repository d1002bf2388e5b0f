import { defaultQueues } from './queueSettings.ts';

/** How the text of a variable becomes a value. */
export type VariableKind = 'text' | 'number' | 'boolean' | 'proxies' | 'list' | 'numbers' | 'json';

export interface Variable {
  readonly name: string;
  /** Read when `name` is absent. */
  readonly alias?: string;
  /** Dotted path of the key in the configuration file. */
  readonly key: string;
  readonly kind: VariableKind;
  readonly description: string;
  /** As shown in the reference. */
  readonly default: string;
}

/** Every environment variable that the service reads; docs/reference/configuration.md lists the same. */
export const variables: readonly Variable[] = [
  variable('environment', 'text', 'development', '`development` or `production`.', { name: 'NODE_ENV' }),
  variable('host', 'text', '127.0.0.1', 'Address to listen on.'),
  variable('port', 'number', '3000', 'Port to listen on; 0 takes a free one. `PORT` is read too.', {
    alias: 'PORT',
  }),
  variable('baseUrl', 'text', 'http://{host}:{port}', 'Address under which browsers reach the service.'),
  variable('dataDir', 'text', './data', 'Folder for everything that is kept in files.'),
  variable('databaseUrl', 'text', 'the embedded server', 'Address of a PostgreSQL server.', {
    name: 'DATABASE_URL',
  }),
  variable('databaseSchema', 'text', 'rowhouse', "Schema of the service's own tables."),
  variable(
    'databasePoolSize',
    'number',
    '10',
    'Most connections that the requests of a process take: two thirds for their work, one third for sign-in and sessions.',
  ),
  variable(
    'databaseLimits.statementSeconds',
    'number',
    '60',
    'Seconds after which PostgreSQL ends a statement of a request; 0: never.',
  ),
  variable(
    'databaseLimits.lockSeconds',
    'number',
    '3',
    'Seconds after which PostgreSQL ends a statement of a request that waits for a lock; 0: never.',
  ),
  variable('secret', 'text', 'generated', 'Signs sessions. Required in production with DATABASE_URL.'),
  variable('logLevel', 'text', 'info', '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.'),
  variable(
    'stopDelay',
    'number',
    '5 in production, otherwise 0',
    'Seconds after SIGTERM in which `/ready` responds 503 and requests are still accepted.',
  ),
  variable('language', 'text', 'en', 'Language where neither user nor browser asks for a known one.'),
  variable('languages', 'list', 'en', 'Languages that users may choose, separated by commas.'),
  variable('signUp', 'boolean', 'false', 'Whether visitors may create an account.'),
  variable(
    'trustProxy',
    'proxies',
    'false',
    'Number of proxies before the service, whose X-Forwarded-* headers are believed; `true` is one.',
  ),
  variable('bodyLimit', 'number', '1048576', 'Largest request body in bytes.'),
  variable(
    'files.driver',
    'text',
    'local',
    'Where files are kept: `local`, in the data folder, or `s3`, in a bucket.',
    { name: 'ROWHOUSE_FILES' },
  ),
  variable('files.bucket', 'text', 'not set', 'Name of the bucket. Required with `s3`.', {
    name: 'ROWHOUSE_S3_BUCKET',
  }),
  variable('files.region', 'text', 'us-east-1', 'Its region.', { name: 'ROWHOUSE_S3_REGION' }),
  variable(
    'files.endpoint',
    'text',
    'by the region',
    'Address of an S3-compatible service, such as `https://s3.example.com`.',
    { name: 'ROWHOUSE_S3_ENDPOINT' },
  ),
  variable('files.prefix', 'text', 'not set', 'Folder of the bucket.', { name: 'ROWHOUSE_S3_PREFIX' }),
  variable('files.accessKeyId', 'text', 'what the machine offers', 'Access key to sign requests with.', {
    name: 'ROWHOUSE_S3_ACCESS_KEY_ID',
  }),
  variable('files.secretAccessKey', 'text', 'what the machine offers', 'Its secret.', {
    name: 'ROWHOUSE_S3_SECRET_ACCESS_KEY',
  }),
  variable(
    'files.forcePathStyle',
    'boolean',
    'true with an endpoint',
    'Whether the bucket is named in the path of addresses rather than in the host.',
    { name: 'ROWHOUSE_S3_FORCE_PATH_STYLE' },
  ),
  variable('avatars.maxBytes', 'number', '5242880', 'Largest avatar that may be uploaded, in bytes.'),
  variable(
    'avatars.external.baseUrl',
    'text',
    'nobody is asked',
    'Service that is asked for an image by the SHA-256 of the e-mail address.',
    { name: 'ROWHOUSE_AVATARS_EXTERNAL_URL' },
  ),
  variable('avatars.external.timeout', 'number', '3000', 'Milliseconds that its whole answer may take.'),
  variable('apiCalls.keepDays', 'number', '30', 'Days after which logged API calls are deleted.'),
  variable(
    'apiCalls.secretNames',
    'list',
    'none',
    'Names of values that are masked in logged calls, besides the known ones.',
  ),
  variable(
    'apiCalls.successStatuses',
    'numbers',
    '200',
    'Statuses of calls to this service of which no administrator is told.',
  ),
  variable(
    'apiCalls.failureWindow',
    'number',
    '60',
    'Seconds in which equal failed calls are counted, and told once.',
  ),
  variable('apiCalls.debug', 'boolean', 'false', 'Prints API calls as they are logged: masked.', {
    name: 'API_DEBUG',
  }),
  variable(
    'mail.from',
    'text',
    'Rowhouse <rowhouse@localhost>',
    'Sender of all mails. Required with a mail server.',
  ),
  variable(
    'mail.smtp.url',
    'text',
    'mails become files',
    'Mail server: `smtp://user:password@host:587`, or `smtps://` for TLS from the start.',
    { name: 'ROWHOUSE_SMTP_URL' },
  ),
  variable('mail.smtp.host', 'text', 'not set', 'Mail server, instead of the address.', {
    name: 'ROWHOUSE_SMTP_HOST',
  }),
  variable('mail.smtp.port', 'number', '587', 'Its port; 465 when `secure`.', { name: 'ROWHOUSE_SMTP_PORT' }),
  variable('mail.smtp.secure', 'boolean', 'false', 'Whether it wants TLS from the start.', {
    name: 'ROWHOUSE_SMTP_SECURE',
  }),
  variable('mail.smtp.user', 'text', 'not set', 'User to sign in to it as.', { name: 'ROWHOUSE_SMTP_USER' }),
  variable('mail.smtp.password', 'text', 'not set', 'Password of that user.', {
    name: 'ROWHOUSE_SMTP_PASSWORD',
  }),
  variable(
    'notifications.keepReadDays',
    'number',
    '90',
    'Days after which notifications that were read are deleted.',
  ),
  variable(
    'workers',
    'boolean',
    'true',
    'Whether `serve` works on the queues itself, rather than `rowhouse work`.',
  ),
  variable('exports.keepHours', 'number', '24', 'Hours for which the file of an export can be downloaded.'),
  variable(
    'exports.openPerUser',
    'number',
    '20',
    'Exports and background actions that a user may have waiting or running. More are refused with status 429.',
  ),
  variable('queues', 'json', 'the default ones', 'Queues and their settings, as JSON.'),
  ...queue('heavy'),
  ...queue('notifications'),
  ...queue('avatars'),
  variable(
    'tables.validations',
    'text',
    'local',
    '`local` checks templates in development only, `always` everywhere.',
  ),
  variable('tables.labels.crtNo', 'text', '#', 'Header of the line-number column.'),
  variable('tables.labels.actions', 'text', 'Actions', 'Header of the column of row buttons.'),
  variable('tables.lengthMenu', 'numbers', '10, 15, 20, 25, 30', 'Page sizes, separated by commas.'),
  variable('tables.buttons.global', 'json', 'see the tables guide', 'Default global buttons, as JSON.'),
  variable('tables.buttons.row', 'json', 'see the tables guide', 'Default row buttons, as JSON.'),
  variable(
    'tables.style.default',
    'list',
    'hover, center',
    'View modes and at most one alignment of every table.',
  ),
  variable(
    'tables.style.mapping',
    'json',
    'see the tables guide',
    'View mode or alignment to CSS class, as JSON.',
  ),
  variable('tables.style.highlight', 'text', 'has-background-info', 'CSS class of highlighted rows.'),
  variable(
    'tables.export.path',
    'text',
    'exports',
    'Folder of temporary export files, inside the data folder.',
  ),
  variable('tables.export.timeout', 'number', '500', 'Seconds that an export may take.'),
  variable('tables.export.notifications', 'list', 'broadcast, database', 'Channels told about an export.'),
  variable('tables.queues.exports', 'text', 'heavy', 'Queue of export jobs.'),
  variable('tables.queues.notifications', 'text', 'notifications', 'Queue of progress notifications.'),
  variable('tables.dateFormat', 'text', 'd-m-Y', 'PHP date format of date columns.'),
  variable('tables.datetimeFormat', 'text', 'd-m-Y H:i:s', 'PHP date format of datetime columns.'),
  variable('tables.timeZone', 'text', 'UTC', 'IANA time zone in which dates are shown and filtered.'),
  variable(
    'tables.limits.pageSeconds',
    'number',
    '15',
    'Seconds for a query of the rows of a page, with the time it waits for a connection; 0: no limit.',
  ),
  variable(
    'tables.limits.countSeconds',
    'number',
    '30',
    'Seconds for a count or the totals, in the same way; 0: no limit.',
  ),
  variable(
    'tables.limits.queries',
    'number',
    '4',
    'Queries of one table that run at the same time in a process; others wait. 0: no limit.',
  ),
  variable(
    'tables.limits.searchLength',
    'number',
    '200',
    'Most characters of a search, and of the text of a filter.',
  ),
  variable('tables.limits.searchWords', 'number', '20', 'Most words of a search.'),
  variable(
    'tables.fullInfoRecordLimit',
    'number',
    '100000',
    'Rows above which counts and totals wait for a request.',
  ),
  variable('tables.debounce', 'number', '350', 'Milliseconds to wait after typing.'),
  variable('tables.responsive', 'boolean', 'true', 'Whether columns hide when there is no room.'),
  variable('tables.method', 'text', 'GET', '`GET` or `POST`, for reading data.'),
  variable('tables.dataRouteSuffix', 'text', 'tableData', 'Last segment of data routes.'),
  variable('tables.comparisonOperator', 'text', 'LIKE', '`LIKE` or `ILIKE`.'),
];

/** Without a `name`, it follows from the key: `tables.dateFormat` is ROWHOUSE_TABLES_DATE_FORMAT. */
function variable(
  key: string,
  kind: VariableKind,
  byDefault: string,
  description: string,
  { name = nameOf(key), alias }: Pick<Partial<Variable>, 'name' | 'alias'> = {},
): Variable {
  return { name, ...(alias && { alias }), key, kind, default: byDefault, description };
}

function nameOf(key: string): string {
  const words = key.replace(/([a-z])([A-Z])/g, '$1_$2').replaceAll('.', '_');

  return `ROWHOUSE_${words.toUpperCase()}`;
}

/** The settings of a default queue that are changed most. */
function queue(name: keyof typeof defaultQueues): Variable[] {
  const descriptions = {
    expireSeconds: `Seconds after which a job of the queue \`${name}\` is taken for lost.`,
    attempts: `How often a job of the queue \`${name}\` is tried.`,
    concurrency: `Jobs of the queue \`${name}\` that a process works on at a time.`,
  } as const;

  return Object.entries(descriptions).map(([key, description]) =>
    variable(
      `queues.${name}.${key}`,
      'number',
      `${defaultQueues[name][key as keyof typeof descriptions]}`,
      description,
    ),
  );
}
