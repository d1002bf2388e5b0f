import { expect, it } from 'vitest';
import { missingClient } from './openFileStore.ts';

it('says how to install the client of buckets, if that is what is missing', () => {
  const notFound = Object.assign(
    new Error("Cannot find package '@aws-sdk/client-s3' imported from /app/s3.js"),
    {
      code: 'ERR_MODULE_NOT_FOUND',
    },
  );
  expect(missingClient(notFound, 'rowhouse-files')?.message).toBe(
    'Files are stored in the bucket "rowhouse-files", but the client of buckets is not installed. Run "npm install ' +
      '@aws-sdk/client-s3 @aws-sdk/s3-request-presigner" in the folder of your application, then start again.',
  );
  expect(
    missingClient(Object.assign(notFound, { message: 'Cannot find package left-pad' }), 'files'),
  ).toBeNull();
  expect(missingClient(new Error('@aws-sdk/ failed'), 'files')).toBeNull();
});
