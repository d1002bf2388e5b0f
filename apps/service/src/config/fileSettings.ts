import { type TSchema, Type } from 'typebox';
import type { FilesConfig, S3Config } from './Config.ts';

/** What the operator writes. */
export type FileSettings = { readonly driver?: 'local' | 's3' } & Partial<Omit<S3Config, 'driver'>>;

export const filesSchema: TSchema = Type.Object(
  {
    driver: Type.Optional(Type.Enum(['local', 's3'], { description: 'local or s3' })),
    bucket: Type.Optional(
      Type.String({
        pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
        description: 'the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens',
      }),
    ),
    region: Type.Optional(
      Type.String({ pattern: '^[A-Za-z0-9-]+$', description: 'a region such as eu-central-1' }),
    ),
    endpoint: Type.Optional(
      Type.String({
        pattern: '^https?://[^/?#@\\s]+/?$',
        description: 'an address such as https://s3.example.com, without a path and without credentials',
      }),
    ),
    prefix: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$',
        description: 'a folder such as rowhouse or apps/rowhouse: letters, digits, - and _ between slashes',
      }),
    ),
    accessKeyId: Type.Optional(Type.String({ minLength: 1, description: 'an access key' })),
    secretAccessKey: Type.Optional(Type.String({ minLength: 1, description: 'the secret of an access key' })),
    forcePathStyle: Type.Optional(Type.Boolean({ description: 'true or false' })),
  },
  {
    additionalProperties: false,
    description:
      'the settings of files: driver, and for s3 bucket, region, endpoint, prefix, accessKeyId, secretAccessKey and ' +
      'forcePathStyle',
  },
);

/** Faults that a schema of single keys cannot tell; never with a value, since some are secret. */
export function fileFaults({ driver = 'local', ...s3 }: FileSettings = {}): string[] {
  if (driver === 'local') {
    const keys = Object.keys(s3).map((key) => `files.${key}`);
    if (keys.length === 0) return [];
    return [
      `${keys.join(', ')} ${keys.length === 1 ? 'is' : 'are'} set, but files are kept in the data folder. Set ` +
        'files.driver (ROWHOUSE_FILES) to s3, or remove the rest.',
    ];
  }
  const faults: string[] = [];
  if (s3.bucket === undefined) {
    faults.push(
      'files.bucket (ROWHOUSE_S3_BUCKET) is not set, but files.driver is s3. Name the bucket that files are kept in.',
    );
  }
  if ((s3.accessKeyId === undefined) !== (s3.secretAccessKey === undefined)) {
    faults.push(
      'Only one of files.accessKeyId (ROWHOUSE_S3_ACCESS_KEY_ID) and files.secretAccessKey ' +
        '(ROWHOUSE_S3_SECRET_ACCESS_KEY) is set. Set both, or neither to use what the machine offers.',
    );
  }

  return faults;
}

/** What the operator wrote, completed. Only of settings without faults. */
export function completeFiles({ driver = 'local', ...s3 }: FileSettings = {}): FilesConfig {
  if (driver === 'local') return { driver };
  const { bucket = '', region = 'us-east-1', prefix = '', forcePathStyle = s3.endpoint !== undefined } = s3;

  return { ...s3, driver, bucket, region, prefix, forcePathStyle };
}
