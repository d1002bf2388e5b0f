import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { callFault } from './callFault.ts';

const integrations = join(import.meta.dirname, '../../../../integrations/src');

it('separates the known part of an error from what is from outside', () => {
  expect(callFault('dns: getaddrinfo ENOTFOUND a{b} (ENOTFOUND)')).toEqual({
    text: 'dns: {message}',
    parameters: { message: 'getaddrinfo ENOTFOUND a{b} (ENOTFOUND)' },
  });
  expect(callFault('too_large: The response is larger than 5 bytes. Raise maxResponseSize, …')).toEqual({
    text: 'too_large: {message}',
    parameters: { message: 'The response is larger than 5 bytes. Raise maxResponseSize, …' },
  });
  expect(callFault('timeout: No connection within the time limit.')).toEqual({
    text: 'timeout: No connection within the time limit.',
    parameters: {},
  });
  expect(callFault('redirect: The response redirects more than 20 times.')).toEqual({
    text: 'redirect: The response redirects more than {times} times.',
    parameters: { times: '20' },
  });
  for (const fault of ['Invalid parcel: {text}', '', 'dnss: x', 'line\nline'])
    expect(callFault(fault)).toEqual({ text: '{fault}', parameters: { fault } });
});

/** The sentences of the errors without a response in the sources of the calls, with `x` in place of what differs. */
function sentences(): string[] {
  return globSync('{Token,transport/*,attempts/makeAttempt,soap/SoapWire}.ts', { cwd: integrations })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) =>
      readFileSync(join(integrations, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
    )
    .flatMap((source) => [
      ...source.matchAll(
        /(?<!new (?:Error|DOMException)\()(['`])((?:[A-Z]|current|refresh)[^'`\n]* [^'`\n]*\.)\1/g,
      ),
    ])
    .map(([, , text = '']) => text.replace(/\$\{[^}]*\}/g, 'x'));
}

it('knows every error of calls that is not from outside', () => {
  const found = sentences();
  expect(found.length).toBeGreaterThan(10);
  const reasons = ['', 'timeout: ', 'aborted: ', 'redirect: ', 'refused: ', 'too_large: ', 'other: '];
  const unknown = found.filter((text) =>
    reasons.every((reason) => /^(\{fault\}|\w+: \{message\})$/.test(callFault(reason + text).text)),
  );
  expect(unknown).toEqual([]);
});
