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
import { type Caller, runAsReserved } from '../callContext.ts';
import { type CallFault, callFaults } from '../callFaults.ts';
import type { FailureReports } from '../failures/FailureReports.ts';
import { logCall, maskCall, recordOf } from '../log/maskCall.ts';
import type { UnmaskedCall } from '../log/UnmaskedCall.ts';
import { createMask } from '../mask/createMask.ts';
import type { Mask } from '../mask/Mask.ts';
import { inboundCall, type ParameterSecrets, parameterSecrets, streamed } from './inboundCall.ts';
import { keepSentBody } from './sentBody.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Dotted name of the route, for example `orders.ship`. */
    name?: string;
    /** Whether calls of the route are logged: true is needed for `routes: 'marked'`, false excludes it from `all`. */
    apiLog?: boolean;
  }
}

export interface ApiActionLoggerOptions {
  readonly log?: CallLog | null;
  readonly failures?: FailureReports | null;
  /** Defaults to `createMask()`. */
  readonly mask?: Mask;
  /** The user of a request; called when the call ends and when it makes outbound calls. */
  readonly user?: (request: FastifyRequest) => number | string | null;
  /**
   * `marked`, the default: routes with `config: { apiLog: true }`. `all`: every route registered afterwards in the scope
   * of the plugin.
   */
  readonly routes?: 'marked' | 'all';
  /** Statuses that are not reported as failures; only 200 by default. */
  readonly successStatuses?: readonly number[];
  /** Receives every record as it is logged, masked. */
  readonly debug?: ((record: CallRecord) => void) | null;
}

const loggedCall = Symbol('loggedCall');

type Traced = FastifyReply['raw'] & { [loggedCall]?: UnloggedCall };

/** A call that is not logged: the caller of outbound calls made during it. */
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

/** A call that is logged when its response has been sent. */
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
    const { statusCode } = this.#reply;
    // 304 confirms what the caller has.
    const isSuccess = successStatuses.includes(statusCode) || statusCode === 304;
    const isReported = failures !== null && isSent && !isSuccess;
    // The log may have filled up during the call.
    if (!isReported && debug === null && (log === null || isFull(log))) return;
    const call = inboundCall({
      callId: randomUUID(),
      userId: this.userId,
      route,
      error: isSent ? errorText(this.#error) : callFaults['client.disconnected'],
      fault: isSent ? null : clientDisconnected,
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

/** Masks a call in this thread, for `failures` and `debug`. */
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
    const { direction, method, url, route, userId, status, error, fault = null, callId } = record;
    failures?.report({
      direction,
      method,
      url,
      route,
      userId,
      status,
      error,
      fault,
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

const clientDisconnected: CallFault = { code: 'client.disconnected' };

/** The hooks that log the calls of one route. Their errors never fail a call. */
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
      // A full log would drop the record.
      const isLogged = failures !== null || debug !== null || (log !== null && !isFull(log));
      const call = isLogged ? new LoggedCall(request, reply, settings) : new UnloggedCall(request, settings);
      // Set on every response: a property on only some of them would slow V8 down.
      raw[loggedCall] = call;
      if (isLogged) {
        // Shared functions: a closure per call would cost more.
        raw.on('finish', onFinish);
        raw.on('close', onClose);
        keepSentBody(request.raw);
      }
      runAsReserved(request.raw, call, done);
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
    // Logging never fails a call.
  }
}

/** The name in the config of a route; otherwise its method and pattern. */
export function routeName({ config, method, url }: RouteOptions): string {
  return config?.name ?? `${[method].flat().join('|')} ${url}`;
}
