import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { defineErrors } from './defineErrors.ts';
import type { ProblemOptions } from './ProblemError.ts';
import { problem, problemOf, sendProblem } from './problem.ts';

class ShopError extends defineErrors('ShopError', {
  'shop.invalid': { status: 422, title: 'Not acceptable' },
  'shop.closed': { status: 503, title: 'The shop is closed' },
  'shop.broken': { status: 500, title: 'The shop has a fault' },
}) {}

describe('An error of a package', () => {
  it('has further members, which cannot replace those of the standard', () => {
    const error = new ShopError('shop.invalid', 'It has changed.', {
      extensions: { current: { id: 1 }, status: 200 },
    });

    expect(problemOf(error, '/orders')?.body).toMatchObject({ status: 422, current: { id: 1 } });
  });

  it('has the status and title of its code, its fields and its cause', () => {
    const cause = new Error('inner');
    const error = new ShopError('shop.invalid', 'number is required.', {
      fields: { number: ['is required'] },
      cause,
    });

    expect(error).toMatchObject({ code: 'shop.invalid', status: 422, title: 'Not acceptable', cause });
    expect(String(error)).toBe('ShopError: number is required.');
    expect(ShopError.table[error.code].title).toBe('Not acceptable');
    expect(problemOf(error, '/orders?token=x')).toEqual({
      status: 422,
      headers: { 'content-type': 'application/problem+json; charset=utf-8' },
      body: {
        type: 'shop.invalid',
        title: 'Not acceptable',
        status: 422,
        detail: 'number is required.',
        instance: '/orders',
        message: 'number is required.',
        errors: { number: ['is required'] },
      },
    });
    expect('cause' in new ShopError('shop.closed', 'Closed.')).toBe(false);
  });

  it('reports when to try again if it is temporary', () => {
    const headers = (options?: ProblemOptions) =>
      problemOf(new ShopError('shop.closed', 'Closed.', options), '/')?.headers;

    expect(headers()).toMatchObject({ 'retry-after': '5' });
    expect(headers({ retryAfter: 60 })).toMatchObject({ 'retry-after': '60' });
  });
});

describe('An error of the framework', () => {
  const withStatus = (statusCode: unknown) => Object.assign(new Error('Cannot be read.'), { statusCode });

  it('is a problem if the client caused it', () => {
    expect(problemOf(withStatus(413), '/a', 'shop.malformed')?.body).toMatchObject({
      type: 'about:blank',
      status: 413,
    });
    expect(problemOf(withStatus(400), '/a', 'shop.malformed')?.body.type).toBe('shop.malformed');
    expect(problemOf(withStatus(400), '/a')?.body.type).toBe('about:blank');
  });

  it.each([
    withStatus(500),
    withStatus(200),
    withStatus('x'),
    new ShopError('shop.broken', 'Secret.'),
    new Error('Secret.'),
    null,
    'text',
  ])('is for the application to handle otherwise: %s', (error) => {
    expect(problemOf(error, '/')).toBeNull();
  });
});

it('is sent by Fastify with status, headers and body', async () => {
  const app = fastify();
  app.get('/', (_request, reply) =>
    sendProblem(reply, problem({ status: 429, title: 'Slow down', message: 'Wait.', retryAfter: 7 }, '/')),
  );
  const response = await app.inject('/');
  await app.close();

  expect(response.statusCode).toBe(429);
  expect(response.headers).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'retry-after': '7',
  });
  expect(response.json()).toMatchObject({ type: 'about:blank', instance: '/', message: 'Wait.' });
});
