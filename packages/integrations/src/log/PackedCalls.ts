import type { UnmaskedCall, UnmaskedMessage } from './UnmaskedCall.ts';

/** A call with the number of its mask. */
export interface NumberedCall {
  readonly call: UnmaskedCall;
  readonly mask: number;
}

const firstCapacity = 65_536;
/** Bytes before each call: the length of its text. */
const prefixLength = 4;
/** Bytes of a character: to count them would take as long as to write them. */
const mostBytes = 3;

/**
 * Writes calls into a buffer, which another thread takes over. Copying them as objects would cost the serving thread several
 * times as much, and the garbage collector would move their texts while they wait.
 */
export class PackedCalls {
  #buffer: Buffer<ArrayBuffer>;
  #length = 0;
  #count = 0;

  /** @param buffer a buffer that is no longer used, which saves an allocation */
  constructor(buffer = new ArrayBuffer(firstCapacity)) {
    this.#buffer = Buffer.from(buffer);
  }

  /** Its first `length` bytes are used. */
  get buffer(): ArrayBuffer {
    return this.#buffer.buffer;
  }

  get length(): number {
    return this.#length;
  }

  /** Number of calls. */
  get count(): number {
    return this.#count;
  }

  /** @throws if a value is not JSON; the calls before remain */
  add(call: UnmaskedCall, mask: number): void {
    const text = callText(call, mask);
    const start = this.#length + prefixLength;
    this.#reserve(start + text.length * mostBytes);
    const length = this.#buffer.write(text, start);
    this.#buffer.writeUInt32LE(length, this.#length);
    this.#length = start + length;
    this.#count += 1;
  }

  #reserve(length: number): void {
    const { buffer } = this;
    if (length <= buffer.byteLength) return;
    this.#buffer = Buffer.from(buffer.transfer(Math.max(length, 2 * buffer.byteLength)));
  }
}

/** Reads packed calls in their order. */
export function* unpackCalls(buffer: ArrayBuffer, length: number): Generator<NumberedCall> {
  const bytes = Buffer.from(buffer);
  for (let at = 0; at < length; ) {
    const start = at + prefixLength;
    at = start + bytes.readUInt32LE(at);
    yield readCall(bytes.toString('utf8', start, at));
  }
}

/** The first line of the text of a call: JSON, as a list, since names would double its time. */
type Line = [
  mask: number,
  request: MessageLine,
  response: MessageLine | null,
  createdAt: number,
  duration: number,
  callId: string,
  userId: UnmaskedCall['userId'],
  route: string | null,
  url: string,
  method: string,
  status: number | null,
  error: string | null,
  fault: UnmaskedCall['fault'],
  attempt: number,
  direction: UnmaskedCall['direction'],
  secrets: readonly string[],
];

/** What is text in a message follows the line, and only its length is here. */
type MessageLine = [
  contentType: string | null,
  headers: number | Exclude<UnmaskedMessage['headers'], string>,
  body: number | null,
  isBinary: boolean,
];

function callText(call: UnmaskedCall, mask: number): string {
  const { request, response, createdAt, callId, userId, route, url, method, status, error } = call;
  const line: Line = [
    mask,
    messageLine(request),
    response && messageLine(response),
    createdAt.getTime(),
    call.duration,
    callId,
    userId,
    route,
    url,
    method,
    status,
    error,
    call.fault ?? null,
    call.try,
    call.direction,
    call.secrets,
  ];

  return `${JSON.stringify(line)}\n${messageText(request)}${response === null ? '' : messageText(response)}`;
}

function messageLine({ headers, body, contentType }: UnmaskedMessage): MessageLine {
  const isBinary = body instanceof Uint8Array;

  return [
    contentType,
    typeof headers === 'string' ? headers.length : headers,
    isBinary || typeof body === 'string' ? body.length : null,
    isBinary,
  ];
}

/** Bytes become characters of the same number. */
function messageText({ headers, body }: UnmaskedMessage): string {
  const bodyText =
    body instanceof Uint8Array
      ? Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1')
      : body;

  return `${typeof headers === 'string' ? headers : ''}${typeof bodyText === 'string' ? bodyText : ''}`;
}

function readCall(text: string): NumberedCall {
  let at = text.indexOf('\n') + 1;
  const [
    mask,
    request,
    response,
    createdAt,
    duration,
    callId,
    userId,
    route,
    url,
    method,
    status,
    error,
    ...rest
  ] = JSON.parse(text.slice(0, at)) as Line;
  const [fault, attempt, direction, secrets] = rest;

  return {
    mask,
    call: {
      callId,
      userId,
      route,
      url,
      method,
      status,
      error,
      fault: fault ?? null,
      try: attempt,
      direction,
      duration,
      createdAt: new Date(createdAt),
      secrets,
      request: readMessage(request),
      response: response && readMessage(response),
    },
  };

  function readMessage([contentType, headers, bodyLength, isBinary]: MessageLine): UnmaskedMessage {
    const readHeaders = typeof headers === 'number' ? next(headers) : headers;
    const body = bodyLength === null ? null : next(bodyLength);

    return {
      headers: readHeaders,
      contentType,
      body: isBinary && body !== null ? Buffer.from(body, 'latin1') : body,
    };
  }

  function next(length: number): string {
    at += length;

    return text.slice(at - length, at);
  }
}
