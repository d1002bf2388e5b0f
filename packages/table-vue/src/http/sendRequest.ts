import { isJson, malformedFailure, offlineFailure, throwOnRefusal } from './problems.ts';
import type { TableAnswer, TableRequest } from './TableHttp.ts';
import type { RequestPurpose } from './TableProblem.ts';
import type { Transport } from './transport.ts';

/**
 * Sends a request and answers the JSON of a success, undefined for an empty body. Throws `TableFailure` for everything
 * else.
 */
export type SendRequest = (request: TableRequest, purpose: RequestPurpose) => Promise<unknown>;

/** `say` translates. */
export function requestSender(transport: Transport, say: (text: string) => string): SendRequest {
  return async (request, purpose) => {
    let answer: TableAnswer;

    try {
      answer = await transport(request);
    } catch (error) {
      throw offlineFailure(error, purpose, say);
    }

    throwOnRefusal(answer, purpose, say);

    if (isJson(answer)) {
      return answer.data;
    }
    // What an action has done is done, whatever the server says about it.
    if (purpose === 'action') {
      return undefined;
    }

    throw malformedFailure(purpose, say, {
      status: answer.status,
      path: 'body',
      fault: say('It is not JSON.'),
    });
  };
}
