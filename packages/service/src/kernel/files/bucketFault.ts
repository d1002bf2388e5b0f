import type { S3Config } from '../config/Config.ts';
import { StartError } from '../StartError.ts';
import { storageErrorOf } from './storageErrorOf.ts';

/** Why the bucket cannot be used, and what to do; without the credentials. */
export function bucketFault(error: unknown, config: S3Config): StartError {
  const { bucket, endpoint, region } = config;
  const { name, status } = storageErrorOf(error);
  const [what, remedy] = reason(name, status, config);

  return new StartError(
    `The bucket "${bucket}" at ${endpoint ?? `AWS (${region})`} cannot be used: ${what} (${name}). ${remedy}`,
    { cause: new Error(name) },
  );
}

function reason(
  name: string,
  status: number | undefined,
  { region, endpoint }: S3Config,
): readonly [what: string, remedy: string] {
  switch (name) {
    case 'NoSuchBucket':
      return ['it does not exist', 'Create it, or correct ROWHOUSE_S3_BUCKET.'];
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
      return [
        'the credentials are invalid',
        'Correct ROWHOUSE_S3_ACCESS_KEY_ID and ROWHOUSE_S3_SECRET_ACCESS_KEY.',
      ];
    case 'CredentialsProviderError':
      return [
        'there are no credentials',
        'Set ROWHOUSE_S3_ACCESS_KEY_ID and ROWHOUSE_S3_SECRET_ACCESS_KEY, or give this machine a role.',
      ];
    case 'RequestTimeTooSkewed':
      return ['the clock of this machine is wrong', 'Set it.'];
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
    case 'IllegalLocationConstraintException':
      return [`it is not in the region ${region}`, 'Correct ROWHOUSE_S3_REGION.'];
  }
  if (status === 403) {
    return [
      'the credentials do not permit it',
      'Permit s3:ListBucket on the bucket, and s3:GetObject, s3:PutObject and s3:DeleteObject on its files.',
    ];
  }
  if (status !== undefined)
    return [`it responded with status ${status}`, 'Check the storage, then start again.'];

  return endpoint === undefined
    ? ['it does not respond', 'Check the network connection and ROWHOUSE_S3_REGION.']
    : ['nothing responds at this address', 'Correct ROWHOUSE_S3_ENDPOINT, or start the storage.'];
}
