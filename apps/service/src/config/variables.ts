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
  variable('NODE_ENV', 'environment', 'text', 'development', '`development` or `production`.'),
  variable('ROWHOUSE_HOST', 'host', 'text', '127.0.0.1', 'Address to listen on.'),
  {
    ...variable(
      'ROWHOUSE_PORT',
      'port',
      'number',
      '3000',
      'Port to listen on; 0 takes a free one. `PORT` is read too.',
    ),
    alias: 'PORT',
  },
  variable(
    'ROWHOUSE_BASE_URL',
    'baseUrl',
    'text',
    'http://{host}:{port}',
    'Address under which browsers reach the service.',
  ),
  variable('ROWHOUSE_DATA_DIR', 'dataDir', 'text', './data', 'Folder for everything that is kept in files.'),
  variable('DATABASE_URL', 'databaseUrl', 'text', 'the embedded server', 'Address of a PostgreSQL server.'),
  variable(
    'ROWHOUSE_DATABASE_POOL_SIZE',
    'databasePoolSize',
    'number',
    '10',
    'Most connections that a process opens.',
  ),
  variable(
    'ROWHOUSE_SECRET',
    'secret',
    'text',
    'generated',
    'Signs sessions. Required in production with DATABASE_URL.',
  ),
  variable(
    'ROWHOUSE_LOG_LEVEL',
    'logLevel',
    'text',
    'info',
    '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  ),
  variable(
    'ROWHOUSE_LANGUAGE',
    'language',
    'text',
    'en',
    'Language where neither user nor browser asks for a known one.',
  ),
  variable(
    'ROWHOUSE_LANGUAGES',
    'languages',
    'list',
    'en',
    'Languages that users may choose, separated by commas.',
  ),
  variable('ROWHOUSE_SIGN_UP', 'signUp', 'boolean', 'false', 'Whether visitors may create an account.'),
  variable(
    'ROWHOUSE_TRUST_PROXY',
    'trustProxy',
    'proxies',
    'false',
    'Number of proxies before the service, whose X-Forwarded-* headers are believed; `true` is one.',
  ),
  variable('ROWHOUSE_BODY_LIMIT', 'bodyLimit', 'number', '1048576', 'Largest request body in bytes.'),
  variable(
    'ROWHOUSE_FILES',
    'files.driver',
    'text',
    'local',
    'Where files are kept: `local`, in the data folder, or `s3`, in a bucket.',
  ),
  variable(
    'ROWHOUSE_S3_BUCKET',
    'files.bucket',
    'text',
    'not set',
    'Name of the bucket. Required with `s3`.',
  ),
  variable('ROWHOUSE_S3_REGION', 'files.region', 'text', 'us-east-1', 'Its region.'),
  variable(
    'ROWHOUSE_S3_ENDPOINT',
    'files.endpoint',
    'text',
    'by the region',
    'Address of an S3-compatible service, such as `https://s3.example.com`.',
  ),
  variable('ROWHOUSE_S3_PREFIX', 'files.prefix', 'text', 'not set', 'Folder of the bucket.'),
  variable(
    'ROWHOUSE_S3_ACCESS_KEY_ID',
    'files.accessKeyId',
    'text',
    'what the machine offers',
    'Access key to sign requests with.',
  ),
  variable(
    'ROWHOUSE_S3_SECRET_ACCESS_KEY',
    'files.secretAccessKey',
    'text',
    'what the machine offers',
    'Its secret.',
  ),
  variable(
    'ROWHOUSE_S3_FORCE_PATH_STYLE',
    'files.forcePathStyle',
    'boolean',
    'true with an endpoint',
    'Whether the bucket is named in the path of addresses rather than in the host.',
  ),
  variable(
    'ROWHOUSE_AVATARS_MAX_BYTES',
    'avatars.maxBytes',
    'number',
    '5242880',
    'Largest avatar that may be uploaded, in bytes.',
  ),
  variable(
    'ROWHOUSE_AVATARS_EXTERNAL_URL',
    'avatars.external.baseUrl',
    'text',
    'nobody is asked',
    'Service that is asked for an image by the SHA-256 of the e-mail address.',
  ),
  variable(
    'ROWHOUSE_AVATARS_EXTERNAL_TIMEOUT',
    'avatars.external.timeout',
    'number',
    '3000',
    'Milliseconds that its whole answer may take.',
  ),
  variable(
    'ROWHOUSE_API_CALLS_KEEP_DAYS',
    'apiCalls.keepDays',
    'number',
    '30',
    'Days after which logged API calls are deleted.',
  ),
  variable(
    'ROWHOUSE_API_CALLS_SECRET_NAMES',
    'apiCalls.secretNames',
    'list',
    'none',
    'Names of values that are masked in logged calls, besides the known ones.',
  ),
  variable(
    'ROWHOUSE_API_CALLS_SUCCESS_STATUSES',
    'apiCalls.successStatuses',
    'numbers',
    '200',
    'Statuses of calls to this service of which no administrator is told.',
  ),
  variable(
    'ROWHOUSE_API_CALLS_FAILURE_WINDOW',
    'apiCalls.failureWindow',
    'number',
    '60',
    'Seconds in which equal failed calls are counted, and told once.',
  ),
  variable('API_DEBUG', 'apiCalls.debug', 'boolean', 'false', 'Prints API calls as they are logged: masked.'),
  variable(
    'ROWHOUSE_MAIL_FROM',
    'mail.from',
    'text',
    'Rowhouse <rowhouse@localhost>',
    'Sender of all mails. Required with a mail server.',
  ),
  variable(
    'ROWHOUSE_SMTP_URL',
    'mail.smtp.url',
    'text',
    'mails become files',
    'Mail server: `smtp://user:password@host:587`, or `smtps://` for TLS from the start.',
  ),
  variable('ROWHOUSE_SMTP_HOST', 'mail.smtp.host', 'text', 'not set', 'Mail server, instead of the address.'),
  variable('ROWHOUSE_SMTP_PORT', 'mail.smtp.port', 'number', '587', 'Its port; 465 when `secure`.'),
  variable(
    'ROWHOUSE_SMTP_SECURE',
    'mail.smtp.secure',
    'boolean',
    'false',
    'Whether it wants TLS from the start.',
  ),
  variable('ROWHOUSE_SMTP_USER', 'mail.smtp.user', 'text', 'not set', 'User to sign in to it as.'),
  variable('ROWHOUSE_SMTP_PASSWORD', 'mail.smtp.password', 'text', 'not set', 'Password of that user.'),
  variable(
    'ROWHOUSE_NOTIFICATIONS_KEEP_READ_DAYS',
    'notifications.keepReadDays',
    'number',
    '90',
    'Days after which notifications that were read are deleted.',
  ),
  variable(
    'ROWHOUSE_WORKERS',
    'workers',
    'boolean',
    'true',
    'Whether `serve` works on the queues itself, rather than `rowhouse work`.',
  ),
  variable(
    'ROWHOUSE_EXPORTS_KEEP_HOURS',
    'exports.keepHours',
    'number',
    '24',
    'Hours for which the file of an export can be downloaded.',
  ),
  variable('ROWHOUSE_QUEUES', 'queues', 'json', 'the default ones', 'Queues and their settings, as JSON.'),
  ...queue('heavy'),
  ...queue('notifications'),
  ...queue('avatars'),
  table(
    'VALIDATIONS',
    'validations',
    'text',
    'local',
    '`local` checks templates in development only, `always` everywhere.',
  ),
  table('LABELS_CRT_NO', 'labels.crtNo', 'text', '#', 'Header of the line-number column.'),
  table('LABELS_ACTIONS', 'labels.actions', 'text', 'Actions', 'Header of the column of row buttons.'),
  table('LENGTH_MENU', 'lengthMenu', 'numbers', '10, 15, 20, 25, 30', 'Page sizes, separated by commas.'),
  table(
    'BUTTONS_GLOBAL',
    'buttons.global',
    'json',
    'see the tables guide',
    'Default global buttons, as JSON.',
  ),
  table('BUTTONS_ROW', 'buttons.row', 'json', 'see the tables guide', 'Default row buttons, as JSON.'),
  table(
    'STYLE_DEFAULT',
    'style.default',
    'list',
    'hover, center',
    'View modes and at most one alignment of every table.',
  ),
  table(
    'STYLE_MAPPING',
    'style.mapping',
    'json',
    'see the tables guide',
    'View mode or alignment to CSS class, as JSON.',
  ),
  table(
    'STYLE_HIGHLIGHT',
    'style.highlight',
    'text',
    'has-background-info',
    'CSS class of highlighted rows.',
  ),
  table(
    'EXPORT_PATH',
    'export.path',
    'text',
    'exports',
    'Folder of temporary export files, inside the data folder.',
  ),
  table('EXPORT_TIMEOUT', 'export.timeout', 'number', '500', 'Seconds that an export may take.'),
  table(
    'EXPORT_NOTIFICATIONS',
    'export.notifications',
    'list',
    'broadcast, database',
    'Channels told about an export.',
  ),
  table('QUEUES_EXPORTS', 'queues.exports', 'text', 'heavy', 'Queue of export jobs.'),
  table(
    'QUEUES_NOTIFICATIONS',
    'queues.notifications',
    'text',
    'notifications',
    'Queue of progress notifications.',
  ),
  table('DATE_FORMAT', 'dateFormat', 'text', 'd-m-Y', 'PHP date format of date columns.'),
  table('DATETIME_FORMAT', 'datetimeFormat', 'text', 'd-m-Y H:i:s', 'PHP date format of datetime columns.'),
  table('TIME_ZONE', 'timeZone', 'text', 'UTC', 'IANA time zone in which dates are shown and filtered.'),
  table(
    'FULL_INFO_RECORD_LIMIT',
    'fullInfoRecordLimit',
    'number',
    '100000',
    'Rows above which counts and totals wait for a request.',
  ),
  table('DEBOUNCE', 'debounce', 'number', '350', 'Milliseconds to wait after typing.'),
  table('RESPONSIVE', 'responsive', 'boolean', 'true', 'Whether columns hide when there is no room.'),
  table('METHOD', 'method', 'text', 'GET', '`GET` or `POST`, for reading data.'),
  table('DATA_ROUTE_SUFFIX', 'dataRouteSuffix', 'text', 'tableData', 'Last segment of data routes.'),
  table('COMPARISON_OPERATOR', 'comparisonOperator', 'text', 'LIKE', '`LIKE` or `ILIKE`.'),
];

function variable(
  name: string,
  key: string,
  kind: VariableKind,
  byDefault: string,
  description: string,
): Variable {
  return { name, key, kind, default: byDefault, description };
}

/** The settings of a default queue that are changed most. */
function queue(name: keyof typeof defaultQueues): Variable[] {
  const { expireSeconds, attempts, concurrency } = defaultQueues[name];
  const one = (suffix: string, key: string, byDefault: number, description: string) =>
    variable(
      `ROWHOUSE_QUEUES_${name.toUpperCase()}_${suffix}`,
      `queues.${name}.${key}`,
      'number',
      `${byDefault}`,
      description,
    );

  return [
    one(
      'EXPIRE_SECONDS',
      'expireSeconds',
      expireSeconds,
      `Seconds after which a job of the queue \`${name}\` is taken for lost.`,
    ),
    one('ATTEMPTS', 'attempts', attempts, `How often a job of the queue \`${name}\` is tried.`),
    one(
      'CONCURRENCY',
      'concurrency',
      concurrency,
      `Jobs of the queue \`${name}\` that a process works on at a time.`,
    ),
  ];
}

function table(
  name: string,
  key: string,
  kind: VariableKind,
  byDefault: string,
  description: string,
): Variable {
  return variable(`ROWHOUSE_TABLES_${name}`, `tables.${key}`, kind, byDefault, description);
}
