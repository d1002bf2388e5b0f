import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { S3Fault } from './S3Fault.ts';

interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

const fifteenMinutes = 900_000;

/** Throws unless the request is signed (AWS Signature Version 4, in the header) by who knows the secret. */
export function checkSignature(request: IncomingMessage, credentials: S3Credentials): void {
  const { authorization = '', 'x-amz-date': date } = request.headers;
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (match === null || typeof date !== 'string') throw new S3Fault(403, 'AccessDenied', 'Access Denied.');
  const [, keyId, day = '', region = '', signed = '', signature] = match;
  if (keyId !== credentials.accessKeyId) {
    throw new S3Fault(403, 'InvalidAccessKeyId', 'The access key Id you provided does not exist.');
  }
  if (region !== credentials.region) {
    throw new S3Fault(400, 'AuthorizationHeaderMalformed', `The region '${region}' is wrong.`);
  }
  const time = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!date.startsWith(day) || !(Math.abs(Date.now() - time) < fifteenMinutes)) {
    throw new S3Fault(403, 'RequestTimeTooSkewed', 'The difference between the times is too large.');
  }
  const scope = `${day}/${region}/s3/aws4_request`;
  const canonical = createHash('sha256')
    .update(canonicalRequest(request, signed.split(';')))
    .digest('hex');
  const toSign = ['AWS4-HMAC-SHA256', date, scope, canonical].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (previous, part) => createHmac('sha256', previous).update(part).digest(),
    `AWS4${credentials.secretAccessKey}`,
  );
  if (createHmac('sha256', key).update(toSign).digest('hex') !== signature) {
    throw new S3Fault(403, 'SignatureDoesNotMatch', 'The signature does not match. Check your key.');
  }
}

function canonicalRequest(request: IncomingMessage, signed: readonly string[]): string {
  for (const name of ['host', 'x-amz-date', 'x-amz-content-sha256']) {
    if (!signed.includes(name)) throw new S3Fault(403, 'AccessDenied', `The header ${name} is not signed.`);
  }
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const parameters = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .sort();
  const headers = signed.map(
    (name) =>
      `${name}:${String(request.headers[name] ?? '')
        .trim()
        .replace(/ +/g, ' ')}\n`,
  );

  return [
    request.method,
    path,
    parameters.join('&'),
    headers.join(''),
    signed.join(';'),
    request.headers['x-amz-content-sha256'],
  ].join('\n');
}
