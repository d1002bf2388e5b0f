import { randomUUID } from 'node:crypto';
import type {
  FastifyReply,
  FastifyRequest,
  onErrorHookHandler,
  onRequestHookHandler,
  onSendHookHandler,
  RouteOptions,
} from 'fastify';
import type { CallLog, CallRecord } from '../CallRecord.ts';
import { type Caller, runInPlace } from '../context/callContext.ts';
import { createMask } from '../mask/createMask.ts';
import type { ApiActionLoggerOptions } from './ApiActionLoggerOptions.ts';
import { inboundRecord } from './inboundRecord.ts';
import { type ParameterSecrets, parameterSecrets } from './parameterSecrets.ts';
import { routeName } from './routeName.ts';

const served = Symbol('served');

type Traced = FastifyReply['raw'] & { [served]?: Followed };

/** A call that is not logged: who calls, as it is told to the calls that are made meanwhile. */
class Followed implements Caller {
  protected readonly request: FastifyRequest;
  protected readonly logged: Logged;

  constructor(request: FastifyRequest, logged: Logged) {
    this.request = request;
    this.logged = logged;
  }

  get route(): string | null {
    return this.logged.route;
  }

  get userId(): Caller['userId'] {
    try {
      return this.logged.user(this.request);
    } catch {
      return null;
    }
  }

  failed(_error: unknown): void {}

  answered(_payload: unknown): void {}

  end(_isSent: boolean): void {}
}

/** A call that is logged, and what is known of it while it is served. */
class Served extends Followed {
  readonly #startedAt = performance.now();
  readonly #createdAt = Date.now();
  readonly #reply: FastifyReply;
  #error: unknown = null;
  #answer: unknown = undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, logged: Logged) {
    super(request, logged);
    this.#reply = reply;
  }

  override failed(error: unknown): void {
    this.#error = error;
  }

  override answered(payload: unknown): void {
    this.#answer = isStream(payload) ? streamed : payload;
  }

  override end(isSent: boolean): void {
    const { request, logged } = this;
    const reply = this.#reply;
    const { log, failures, debug, successStatuses, mask, route, secretsOf } = logged;
    const isReported = failures !== null && isSent && !successStatuses.includes(reply.statusCode);
    // It may have filled meanwhile.
    if (!isReported && debug === null && (log === null || isFull(log))) return;
    const record = inboundRecord(
      {
        callId: randomUUID(),
        userId: this.userId,
        route,
        url: request.raw.url ?? '',
        method: request.method,
        status: isSent ? reply.statusCode : null,
        error: isSent ? errorText(this.#error) : clientGone,
        duration: performance.now() - this.#startedAt,
        createdAt: new Date(this.#createdAt),
        request: request.raw,
        requestBody: request.body,
        response: isSent ? reply.raw : null,
        responseBody: this.#answer,
      },
      mask,
      secretsOf(request.params),
    );

    if (isReported || debug !== null || isLarge(this.#answer, request)) {
      setImmediate(deliver, record, isReported, logged);
    } else {
      safely(() => log?.add(record));
    }
  }
}

type Logged = Required<Omit<ApiActionLoggerOptions, 'routes'>> & {
  readonly route: string | null;
  readonly secretsOf: ParameterSecrets;
};

function isFull(log: CallLog): boolean {
  try {
    return log.refuses?.() === true;
  } catch {
    return false;
  }
}

function deliver(record: CallRecord, isReported: boolean, { log, failures, debug, route }: Logged): void {
  // Masks it, and lets go of what it was made of.
  safely(() => record.payload);
  safely(() => log?.add(record));
  safely(() => debug?.(record));
  if (!isReported) return;
  safely(() => {
    const { direction, method, url, userId, status, error, callId } = record;
    failures?.report({
      direction,
      method,
      url,
      route,
      userId,
      status,
      error,
      callId,
      tries: 1,
      endpoint: null,
    });
  });
}

function onFinish(this: Traced): void {
  over(this, true);
}

function onClose(this: Traced): void {
  over(this, this.writableFinished);
}

function over(raw: Traced, isSent: boolean): void {
  const call = raw[served];
  raw[served] = undefined;
  call?.end(isSent);
}

export interface InboundHooks {
  readonly onRequest: onRequestHookHandler;
  readonly onSend: onSendHookHandler;
  readonly onError: onErrorHookHandler;
}

/** Bodies up to that many bytes wait as they are; larger ones are masked, and so capped, at once. */
const smallBody = 16_384;

const clientGone = 'The client closed the connection before the answer was sent.';

/** The hooks of one route that log its calls. Nothing of them fails a call. */
export function inboundLogger(
  options: RouteOptions,
  {
    log = null,
    failures = null,
    mask = createMask(),
    user = () => null,
    successStatuses = [200],
    debug = null,
  }: ApiActionLoggerOptions,
): InboundHooks {
  const logged: Logged = {
    route: routeName(options),
    log,
    failures,
    mask,
    user,
    successStatuses,
    debug,
    secretsOf: parameterSecrets(options.url, mask),
  };

  return {
    onRequest: (request, reply, done) => {
      const raw: Traced = reply.raw;
      // Nothing is kept for a log that is full: under more load than it can take, that is most calls.
      const isLogged = failures !== null || debug !== null || (log !== null && !isFull(log));
      const call = isLogged ? new Served(request, reply, logged) : new Followed(request, logged);
      // On every answer: if only some had the property, V8 would be slower with all that it does to an answer.
      raw[served] = call;
      if (isLogged) {
        // The same functions for all calls: listeners of their own would cost more.
        raw.on('finish', onFinish);
        raw.on('close', onClose);
      }
      runInPlace(request.raw, call, done);
    },
    onSend: (_request, reply, payload, done) => {
      (reply.raw as Traced)[served]?.answered(payload);
      done(null, payload);
    },
    onError: (_request, reply, error, done) => {
      (reply.raw as Traced)[served]?.failed(error);
      done();
    },
  };
}

/** Stands for a stream, which is not to be kept. */
const streamed = Object.freeze({});

function isStream(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && !(payload instanceof Uint8Array);
}

function isLarge(answer: unknown, { body, headers }: FastifyRequest): boolean {
  const answerSize = typeof answer === 'string' || answer instanceof Uint8Array ? answer.length : 0;

  // A body without a length may have any.
  return answerSize > smallBody || (body != null && !(Number(headers['content-length']) <= smallBody));
}

function errorText(error: unknown): string | null {
  if (error === null) return null;

  return error instanceof Error ? error.message : String(error);
}

function safely(work: () => unknown): void {
  try {
    work();
  } catch {
    // Whatever the log does, the call is served.
  }
}
