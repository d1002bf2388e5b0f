import { malformedFailure } from '../http/problems.ts';
import type { SendRequest } from '../http/sendRequest.ts';
import type { FilterChoice, Translate } from '../TableController.ts';
import { isRecord } from './answers/shape.ts';

/** Most options that are asked for at a time. */
const optionsLimit = 100;

/** An option of a select filter. */
export interface FilterOption {
  readonly id: string | number;
  readonly name: string;
}

/** Reads the options of a select filter whose names match `query`. Throws `TableFailure`. */
export async function readFilterOptions(
  { path }: FilterChoice,
  query: string,
  send: SendRequest,
  translate: Translate,
): Promise<FilterOption[]> {
  if (path === undefined) {
    return [];
  }

  const payload = { paginate: optionsLimit, query, searchMode: 'full', trackBy: 'id' };
  const answer = await send({ method: 'GET', path, payload }, 'options');

  if (!Array.isArray(answer)) {
    throw malformedFailure('options', translate, {
      status: 200,
      path: 'body',
      fault: translate('It is not a list.'),
    });
  }

  return answer.flatMap(readOption);
}

function readOption(option: unknown): FilterOption[] {
  const { id, name } = isRecord(option) ? option : {};

  return typeof id === 'string' || typeof id === 'number' ? [{ id, name: String(name ?? id) }] : [];
}
