import { randomUUID } from 'node:crypto';
import type {
  FastifyReply,
  FastifyRequest,
  onErrorHookHandler,
  onRequestHookHandler,
  onSendHookHandler,
  RouteOptions,
} from 'fastify';
import type { CallLog } from '../CallRecord.ts';
import { type Caller, runInPlace } from '../context/callContext.ts';
import { logCall } from '../log/logCall.ts';
import { maskCall, recordOf } from '../log/maskCall.ts';
import type { UnmaskedCall } from '../log/UnmaskedCall.ts';
import { createMask } from '../mask/createMask.ts';
import type { ApiActionLoggerOptions } from './ApiActionLoggerOptions.ts';
import { inboundCall, streamed } from './inboundCall.ts';
import { type ParameterSecrets, parameterSecrets } from './parameterSecrets.ts';
import { routeName } from './routeName.ts';

const loggedCall = Symbol('loggedCall');

type Traced = FastifyReply['raw'] & { [loggedCall]?: UnloggedCall };

/** A call that is not logged: the caller, for the calls that are made during it. */
class UnloggedCall implements Caller {
  protected readonly request: FastifyRequest;
  protected readonly settings: RouteSettings;

  constructor(request: FastifyRequest, settings: RouteSettings) {
    this.request = request;
    this.settings = settings;
  }

  get route(): string | null {
    return this.settings.route;
  }

  get userId(): Caller['userId'] {
    try {
      return this.settings.user(this.request);
    } catch {
      return null;
    }
  }

  failed(_error: unknown): void {}

  responded(_payload: unknown): void {}

  end(_isSent: boolean): void {}
}

/** A call that is logged, and what is known of it until its response is sent. */
class LoggedCall extends UnloggedCall {
  readonly #startedAt = performance.now();
  readonly #createdAt = Date.now();
  readonly #reply: FastifyReply;
  #error: unknown = null;
  #responseBody: unknown = undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, settings: RouteSettings) {
    super(request, settings);
    this.#reply = reply;
  }

  override failed(error: unknown): void {
    this.#error = error;
  }

  override responded(payload: unknown): void {
    this.#responseBody = isStream(payload) ? streamed : payload;
  }

  override end(isSent: boolean): void {
    const { log, failures, debug, successStatuses, route, secretsOf } = this.settings;
    const isReported = failures !== null && isSent && !successStatuses.includes(this.#reply.statusCode);
    // It may have filled since the call came.
    if (!isReported && debug === null && (log === null || isFull(log))) return;
    const call = inboundCall({
      callId: randomUUID(),
      userId: this.userId,
      route,
      error: isSent ? errorText(this.#error) : clientGone,
      duration: performance.now() - this.#startedAt,
      createdAt: new Date(this.#createdAt),
      secrets: secretsOf(this.request.params),
      request: this.request,
      reply: this.#reply,
      isSent,
      responseBody: this.#responseBody,
    });

    if (isReported || debug !== null) setImmediate(deliverMasked, call, isReported, this.settings);
    else if (log !== null) safely(() => logCall(log, call, this.settings.mask));
  }
}

/** What all calls of a route share. */
type RouteSettings = Required<Omit<ApiActionLoggerOptions, 'routes'>> & {
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

/** Masks a call in this thread, for those that read it here. */
function deliverMasked(
  call: UnmaskedCall,
  isReported: boolean,
  { log, failures, debug, mask }: RouteSettings,
): void {
  safely(() => {
    const record = recordOf(maskCall(call, mask));
    safely(() => log?.add(record));
    safely(() => debug?.(record));
    if (!isReported) return;
    const { direction, method, url, route, userId, status, error, callId } = record;
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
  end(this, true);
}

function onClose(this: Traced): void {
  end(this, this.writableFinished);
}

function end(raw: Traced, isSent: boolean): void {
  const call = raw[loggedCall];
  raw[loggedCall] = undefined;
  call?.end(isSent);
}

export interface InboundHooks {
  readonly onRequest: onRequestHookHandler;
  readonly onSend: onSendHookHandler;
  readonly onError: onErrorHookHandler;
}

const clientGone = 'The client closed the connection before the answer was sent.';

/** The hooks of one route that log its calls. No error of theirs fails a call. */
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
  const settings: RouteSettings = {
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
      // Nothing is kept for a log that is full.
      const isLogged = failures !== null || debug !== null || (log !== null && !isFull(log));
      const call = isLogged ? new LoggedCall(request, reply, settings) : new UnloggedCall(request, settings);
      // On every response: if only some had the property, V8 would be slower with all that it does to a response.
      raw[loggedCall] = call;
      if (isLogged) {
        // The same functions for all calls: a closure for each would cost more.
        raw.on('finish', onFinish);
        raw.on('close', onClose);
      }
      runInPlace(request.raw, call, done);
    },
    onSend: (_request, reply, payload, done) => {
      (reply.raw as Traced)[loggedCall]?.responded(payload);
      done(null, payload);
    },
    onError: (_request, reply, error, done) => {
      (reply.raw as Traced)[loggedCall]?.failed(error);
      done();
    },
  };
}

function isStream(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && !(payload instanceof Uint8Array);
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
