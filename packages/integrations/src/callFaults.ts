const failureReasons = [
  'dns',
  'refused',
  'reset',
  'timeout',
  'too_large',
  'aborted',
  'redirect',
  'other',
] as const;

/** Why there is no response. */
export type FailureReason = (typeof failureReasons)[number];

/** Why calls fail, by code: English texts, with `{name}` for parameters. What stands before the dot is the reason. */
export const callFaults = {
  'timeout.response': 'No complete response within the time limit.',
  'timeout.connection': 'No connection within the time limit.',
  'timeout.request': 'The request could not be built within the time limit.',
  'aborted.caller': 'The caller cancelled the call.',
  'redirect.address': 'The response redirects to something that is not an HTTP URL.',
  'redirect.origin': 'The response redirects to another origin, and would take the body there.',
  'redirect.stream': 'The response redirects after its stream was sent.',
  'redirect.limit': 'The response redirects more than {times} times.',
  'refused.wsdl': 'The WSDL returned status {status}.',
  'too_large.response':
    'The response is larger than {bytes} bytes. Raise maxResponseSize, or use a sink in options().',
  'other.encoding': 'The response cannot be decoded as {encoding}.',
  'other.file': 'The response cannot be written to {path}.',
  'token.failed': 'current() of the token provider {name} failed; the cause says why.',
  'token.missing':
    'current() of the token provider {name} returned no token; return visible ASCII characters without spaces.',
  'token.refresh': 'refresh() of the token provider {name} failed; the cause says why.',
  'client.disconnected': 'The client closed the connection before the response was sent.',
  // With a message from outside: of the operating system, of a library or of a transport.
  dns: '{message}',
  refused: '{message}',
  reset: '{message}',
  timeout: '{message}',
  too_large: '{message}',
  aborted: '{message}',
  redirect: '{message}',
  other: '{message}',
} as const satisfies Readonly<Record<`${string}.${string}`, string>> &
  Readonly<Record<FailureReason, string>>;

export type CallFaultCode = keyof typeof callFaults;

/** Why a call failed, as it is logged: masked. Its text is made where it is shown. */
export interface CallFault {
  readonly code: CallFaultCode;
  readonly parameters?: Readonly<Record<string, string | number>>;
}

/** The reason that a code begins with; null if the fault is not one of sending. */
export function reasonOf(code: CallFaultCode): FailureReason | null {
  const [reason = ''] = code.split('.', 1);

  return failureReasons.find((known) => known === reason) ?? null;
}

/** The text of a code as logs show it, behind the reason: `timeout: No connection within the time limit.` */
export function callFaultText(code: CallFaultCode): CallFaultText {
  const reason = reasonOf(code);

  return (reason === null ? callFaults[code] : `${reason}: ${callFaults[code]}`) as CallFaultText;
}

/** Each of these texts, so that they can be compared with those of a dictionary. */
export type CallFaultText = { readonly [Code in CallFaultCode]: TextOf<Code> }[CallFaultCode];

type TextOf<Code extends CallFaultCode> = Code extends
  | FailureReason
  | `${infer Reason extends FailureReason}.${string}`
  ? `${Code extends FailureReason ? Code : Reason}: ${(typeof callFaults)[Code]}`
  : (typeof callFaults)[Code];

/** The fault with other texts as its parameters, for example masked ones. */
export function mapParameters(fault: CallFault | null, map: (text: string) => string): CallFault | null {
  if (fault?.parameters === undefined) return fault;
  const parameters = Object.entries(fault.parameters).map(([name, value]) => [
    name,
    typeof value === 'string' ? map(value) : value,
  ]);

  return { code: fault.code, parameters: Object.fromEntries(parameters) };
}

/** The text in English, without the reason. */
export function faultMessage({ code, parameters = {} }: CallFault): string {
  return callFaults[code].replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name] ?? ''));
}
