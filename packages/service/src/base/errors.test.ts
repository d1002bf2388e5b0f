import { readFileSync } from 'node:fs';
import { avatarErrors } from '@rowhouse/avatars';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { errorHandling } from '../kernel/http/errorHandling.ts';
import { bodyParsing } from '../kernel/http/requestInput.ts';
import { serviceErrors } from './errors.ts';

it('documents the error codes and statuses in docs/errors.md', () => {
  const page = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| `((?:service|avatars)\.\w+)` +\| (\d+) +\|/gm)].map(
    ([, code, status]) => [code, Number(status)],
  );
  const raised = Object.entries({ ...serviceErrors, ...avatarErrors });

  expect(Object.fromEntries(listed)).toEqual(
    Object.fromEntries(raised.map(([code, { status }]) => [code, status])),
  );
});

it.each([
  ['service.malformed_request', 400, '{', 'application/json'],
  ['about:blank', 415, 'a=1', 'text/plain'],
])('responds %s (%i) for the body %s of type %s', async (type, status, payload, contentType) => {
  const app = fastify();
  await app.register(errorHandling);
  await app.register(bodyParsing);
  app.post('/', async () => ({}));
  const response = await app.inject({
    method: 'POST',
    url: '/',
    payload,
    headers: { 'content-type': contentType },
  });
  await app.close();

  expect(response.json()).toMatchObject({ type, status });
});
