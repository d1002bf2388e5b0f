import { expect, test } from 'vitest';
import { runProgram } from './runProgram.ts';

const run = async (name: string, program: string): Promise<unknown> =>
  JSON.parse((await runProgram(name, program)).stdout);

const endpoint = `
  class Rate extends BaseSoapEndpoint {
    wsdl() { return 'http://127.0.0.1:1/rates?wsdl'; }
    operation() { return 'Rate'; }
    arguments() { return {}; }
  }
  const called = await new SoapAction(new Rate(), createClient()).handle().catch((error) => error);`;

test('Loads the soap package with the first call, and not before', async () => {
  const program = `
    import { createRequire } from 'node:module';
    import { createClient } from '@rowhouse/integrations';
    import { BaseSoapEndpoint, SoapAction } from '@rowhouse/integrations/soap';
    const { cache } = createRequire(import.meta.url);
    const isLoaded = () => Object.keys(cache).some((path) => path.includes('/node_modules/soap/'));
    const before = isLoaded();
    ${endpoint}
    console.log(JSON.stringify({ before, after: isLoaded(), code: called.code }));`;

  expect(await run('loading', program)).toEqual({
    before: false,
    after: true,
    code: 'integrations.no_response',
  });
});

test('Names the missing soap package in the error of a SOAP call; other calls work', async () => {
  const program = `
    import { registerHooks } from 'node:module';
    registerHooks({
      resolve(name, context, next) {
        if (name !== 'soap') return next(name, context);
        throw Object.assign(new Error("Cannot find package 'soap'"), { code: 'ERR_MODULE_NOT_FOUND' });
      },
    });
    const { createClient } = await import('@rowhouse/integrations');
    const { BaseSoapEndpoint, SoapAction } = await import('@rowhouse/integrations/soap');
    ${endpoint}
    console.log(JSON.stringify({ code: called.code, message: called.message }));`;

  expect(await run('missing', program)).toEqual({
    code: 'integrations.invalid_endpoint',
    message: expect.stringContaining('npm install soap'),
  });
});
