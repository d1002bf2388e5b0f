import type { FailureReason } from '@rowhouse/integrations';
import type { Phrase } from '../../kernel/language/translate.ts';

/** Why a call got no response, if its message is from outside: of the operating system, or of a library. */
const reasons: Readonly<Record<FailureReason, string>> = {
  dns: 'dns: {message}',
  refused: 'refused: {message}',
  reset: 'reset: {message}',
  timeout: 'timeout: {message}',
  too_large: 'too_large: {message}',
  aborted: 'aborted: {message}',
  redirect: 'redirect: {message}',
  other: 'other: {message}',
};

/** The errors of calls that are not from outside, as they are logged, with `{name}` for what differs. */
export const callFaults: readonly string[] = [
  'timeout: No complete response within the time limit.',
  'timeout: No connection within the time limit.',
  'timeout: The request could not be built within the time limit.',
  'aborted: The caller cancelled the call.',
  'redirect: The response redirects to something that is not an HTTP URL.',
  'redirect: The response redirects to another origin, and would take the body there.',
  'redirect: The response redirects after its stream was sent.',
  'redirect: The response redirects more than {times} times.',
  'refused: The WSDL returned status {status}.',
  'too_large: The response is larger than {bytes} bytes. Raise maxResponseSize, or use a sink in options().',
  'other: The response cannot be decoded as {encoding}.',
  'other: The response cannot be written to {path}.',
  ...Object.values(reasons),
  'The client closed the connection before the response was sent.',
  'current() of the token provider {name} failed; the cause says why.',
  'current() of the token provider {name} returned no token; return visible ASCII characters without spaces.',
  'refresh() of the token provider {name} failed; the cause says why.',
];

const patterns = callFaults.map((text) => ({ text, pattern: patternOf(text) }));

/** An error of the log as a text that is translated when it is shown. An error from outside stays as it is. */
export function callFault(error: string): Phrase {
  for (const { text, pattern } of patterns) {
    const found = pattern.exec(error);
    if (found) return { text, parameters: { ...found.groups } };
  }

  return { text: '{fault}', parameters: { fault: error } };
}

function patternOf(text: string): RegExp {
  const literal = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');

  return new RegExp(`^${literal.replace(/\{(\w+)\}/g, '(?<$1>.*)')}$`, 's');
}
