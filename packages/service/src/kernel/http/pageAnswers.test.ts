import fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { type AnswerFirst, answersFor } from './pageAnswers.ts';

const app = fastify();
let answerFirst: AnswerFirst = async () => null;
app.get('/answer', (_request, reply) =>
  reply.header('set-cookie', ['a=2; path=/', 'b=1']).send({ cookie: 'x' }),
);
app.get('/asked', async ({ headers, id }) => ({ headers, id }));
app.get('/refused', (_request, reply) => reply.code(403).send({}));
app.get('/*', async (request, reply) => {
  const first = await answersFor(app, request, reply, (path, ask) => answerFirst(path, ask));

  return first && Object.fromEntries(first.answers);
});
afterAll(() => app.close());

const open = async (given: AnswerFirst, headers: Record<string, string> = { cookie: 'session=1' }) => {
  answerFirst = given;
  return app.inject({ url: '/a%20page?x=1', headers: { ...headers, 'if-none-match': '"1"' } });
};

const answerOf =
  (path: string): AnswerFirst =>
  async (_page, ask) => ({ answers: new Map([[path, (await ask(path)) ?? 'refused']]), parts: [] });

it('asks as the browser, for JSON, and without what is about the page', async () => {
  const { body } = await open(answerOf('/asked'));
  const { headers } = JSON.parse(JSON.parse(body)['/asked']) as { headers: Record<string, string> };
  expect([headers.cookie, headers.accept]).toEqual(['session=1', 'application/json']);
  expect(headers).not.toHaveProperty('if-none-match');
});

it('knows the path of the page, decoded and without its query', async () => {
  const { body } = await open(async (path) => ({ answers: new Map([['path', path]]), parts: [] }));
  expect(JSON.parse(body)).toEqual({ path: '/a page' });
});

it('sets the cookies that the answers set', async () => {
  const { headers } = await open(answerOf('/answer'));
  expect(headers['set-cookie']).toEqual(['a=2; path=/', 'b=1']);
});

it('has no answer for what is refused', async () => {
  expect(JSON.parse((await open(answerOf('/refused'))).body)).toEqual({ '/refused': 'refused' });
});

it.each<[string, AnswerFirst, Record<string, string> | undefined]>([
  ['without a cookie', answerOf('/asked'), {}],
  ['after a failure', () => Promise.reject(new Error('No database.')), undefined],
  ['while an answer does not come', () => new Promise(() => {}), undefined],
])('has none %s', async (_case, given, headers) => {
  expect((await open(given, headers)).body).toBe('null');
});
