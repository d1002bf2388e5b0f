import { describe, expect, it } from 'vitest';
import { createService } from '../../../definition/createService.ts';

const load = (environment: Record<string, string>) => createService().readConfig(environment, '/nowhere');
const bucket = { ROWHOUSE_FILES: 's3', ROWHOUSE_S3_BUCKET: 'files-of-ours' };

describe('Files', () => {
  it('are stored in an AWS bucket if only the bucket is set', () => {
    expect(load(bucket).files).toEqual({
      driver: 's3',
      bucket: 'files-of-ours',
      region: 'us-east-1',
      prefix: '',
      forcePathStyle: false,
    });
  });

  it('are stored at another endpoint, with path-style URLs', () => {
    const files = load({
      ...bucket,
      ROWHOUSE_S3_ENDPOINT: 'https://s3.example.com',
      ROWHOUSE_S3_REGION: 'eu-central-1',
      ROWHOUSE_S3_PREFIX: 'apps/rowhouse',
      ROWHOUSE_S3_ACCESS_KEY_ID: 'AKID',
      ROWHOUSE_S3_SECRET_ACCESS_KEY: 'very secret',
    }).files;
    expect(files).toEqual({
      driver: 's3',
      bucket: 'files-of-ours',
      region: 'eu-central-1',
      endpoint: 'https://s3.example.com',
      prefix: 'apps/rowhouse',
      accessKeyId: 'AKID',
      secretAccessKey: 'very secret',
      forcePathStyle: true,
    });
  });

  it('report all faults together, without secrets', () => {
    const faults = refused({
      ROWHOUSE_FILES: 's3',
      ROWHOUSE_S3_SECRET_ACCESS_KEY: 'very secret',
    });
    expect(faults).toContain('files.bucket (ROWHOUSE_S3_BUCKET) is not set');
    expect(faults).toContain('Only one of files.accessKeyId');
    expect(faults).not.toContain('very secret');
  });

  it.each<[string, Record<string, string>, string]>([
    ['another driver', { ROWHOUSE_FILES: 'ftp' }, 'ROWHOUSE_FILES is "ftp", but must be local or s3.'],
    [
      'a bucket without the driver',
      { ROWHOUSE_S3_BUCKET: 'files-of-ours' },
      'files.bucket is set, but files are kept in the data folder. Set files.driver (ROWHOUSE_FILES) to s3',
    ],
    [
      'a name that no bucket has',
      { ...bucket, ROWHOUSE_S3_BUCKET: 'Files!' },
      'ROWHOUSE_S3_BUCKET is "Files!", but must be the name of a bucket',
    ],
    [
      'credentials in the address',
      { ...bucket, ROWHOUSE_S3_ENDPOINT: 'https://me:pass@s3.example.com' },
      'ROWHOUSE_S3_ENDPOINT is not acceptable (its value is not shown), but must be an address',
    ],
    [
      'a folder that leads out',
      { ...bucket, ROWHOUSE_S3_PREFIX: '../other' },
      'ROWHOUSE_S3_PREFIX is "../other", but must be a folder such as rowhouse',
    ],
  ])('are refused: %s', (_what, environment, fault) => {
    expect(refused(environment)).toContain(fault);
  });
});

describe('Avatars', () => {
  it('are looked up if a service is configured', () => {
    const { avatars } = load({ ROWHOUSE_AVATARS_EXTERNAL_URL: 'https://avatars.example.com/avatar/' });
    expect(avatars.external).toEqual({ baseUrl: 'https://avatars.example.com/avatar', timeout: 3000 });
  });

  it('refuse a time limit without a service', () => {
    expect(refused({ ROWHOUSE_AVATARS_EXTERNAL_TIMEOUT: '500' })).toContain('but no service is configured');
  });
});

function refused(environment: Record<string, string>): string {
  try {
    load(environment);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('It was accepted.');
}
