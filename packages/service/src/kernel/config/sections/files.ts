import { defineSection } from '../defineSection.ts';
import { boolean, choice, text, type ValueOf } from '../keys.ts';

const keys = {
  driver: choice(
    'Where files are kept: `local`, in the data folder, or `s3`, in a bucket.',
    ['local', 's3'],
    { env: 'ROWHOUSE_FILES', default: 'local' },
  ),
  bucket: text('Name of the bucket. Required with `s3`.', {
    env: 'ROWHOUSE_S3_BUCKET',
    pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
    expected: 'the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens',
  }),
  region: text('Its region.', {
    env: 'ROWHOUSE_S3_REGION',
    pattern: '^[A-Za-z0-9-]+$',
    expected: 'a region such as eu-central-1',
    default: 'us-east-1',
  }),
  endpoint: text('Address of an S3-compatible service, such as `https://s3.example.com`.', {
    env: 'ROWHOUSE_S3_ENDPOINT',
    // Secret, since a refused address may contain credentials.
    secret: true,
    pattern: '^https?://[^/?#@\\s]+/?$',
    expected: 'an address such as https://s3.example.com, without a path and without credentials',
    defaultText: 'derived from the region',
  }),
  prefix: text('Folder of the bucket.', {
    env: 'ROWHOUSE_S3_PREFIX',
    pattern: '^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$',
    expected: 'a folder such as rowhouse or apps/rowhouse: letters, digits, - and _ between slashes',
    default: '',
  }),
  accessKeyId: text('Access key to sign requests with.', {
    env: 'ROWHOUSE_S3_ACCESS_KEY_ID',
    secret: true,
    defaultText: 'the credentials of the machine',
  }),
  secretAccessKey: text('Its secret.', {
    env: 'ROWHOUSE_S3_SECRET_ACCESS_KEY',
    secret: true,
    defaultText: 'the credentials of the machine',
  }),
  forcePathStyle: boolean('Whether addresses have the bucket in the path instead of the host.', {
    env: 'ROWHOUSE_S3_FORCE_PATH_STYLE',
    defaultText: 'true with an endpoint',
  }),
};

export type S3Config = Omit<ValueOf<typeof keys>, 'driver' | 'bucket' | 'forcePathStyle'> & {
  readonly driver: 's3';
  readonly bucket: string;
  readonly forcePathStyle: boolean;
};

/** The folder `{dataDir}/files`, or a bucket of an S3-compatible service. */
type FilesConfig = { readonly driver: 'local' } | S3Config;

export const files = defineSection('files', keys, {
  check({ driver = 'local', ...s3 }) {
    if (driver === 'local') {
      const names = Object.keys(s3).map((name) => `files.${name}`);
      if (names.length === 0) return [];
      return [
        `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} set, but files are kept in the data folder. Set ` +
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
          '(ROWHOUSE_S3_SECRET_ACCESS_KEY) is set. Set both, or neither to use the credentials of the machine.',
      );
    }

    return faults;
  },

  complete({ driver, bucket = '', ...s3 }): FilesConfig {
    if (driver === 'local') return { driver };
    return { ...s3, driver, bucket, forcePathStyle: s3.forcePathStyle ?? s3.endpoint !== undefined };
  },
});
