import { type FunctionalComponent, h } from 'vue';
import { translate } from '../i18n/translate.ts';

/** Whether a call was inbound or outbound, with an icon. */
export const DirectionLabel: FunctionalComponent<{ direction: string }> = ({ direction }) => {
  const isInbound = direction === 'Inbound';
  const icon = isInbound ? 'fa-arrow-right-to-bracket' : 'fa-arrow-right-from-bracket';

  return h('span', { class: 'app-direction' }, [
    h('i', { class: ['fa-solid', icon], 'aria-hidden': 'true' }),
    h('span', isInbound ? translate('Inbound') : translate('Outbound')),
  ]);
};
DirectionLabel.props = ['direction'];

/** The status of a response, with a colour for success and failure; null if there was no response. */
export const StatusTag: FunctionalComponent<{ status: number | null }> = ({ status }) =>
  h('span', { class: ['tag', colorOf(status)] }, String(status ?? translate('No response')));
StatusTag.props = ['status'];

function colorOf(status: number | null): string {
  if (status === null || status >= 500) return 'is-danger';
  if (status >= 400) return 'is-warning';

  return status >= 200 && status < 300 ? 'is-success' : 'is-info';
}

/** The user of a call: by name, or by id after deletion; a dash, as in empty cells, if no user was signed in. */
export const UserName: FunctionalComponent<{ name: string | null; id: number | null }> = ({ name, id }) => {
  if (name !== null) return h('bdi', name);

  return id === null
    ? h('span', { class: 'rh-none', role: 'img', 'aria-label': translate('empty') }, '–')
    : h('span', { class: 'app-weak' }, translate('Deleted user {id}', { id: String(id) }));
};
UserName.props = ['name', 'id'];

/** A body as readable text: JSON is indented, with its numbers as they are; null without a body. */
export function bodyText(body: string | null): string | null {
  if (body === null || body === '') return null;

  return /^\s*[[{]/.test(body) && isJson(body) ? indented(body) : body;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** As `JSON.stringify` with two spaces, token by token: parsing would round numbers. */
function indented(json: string): string {
  let text = '';
  let depth = 0;
  let before = '';
  const line = () => `\n${'  '.repeat(depth)}`;

  for (const [token] of json.matchAll(tokens)) {
    const closes = token === '}' || token === ']';
    if (closes) depth -= 1;
    const isFirst = before === '{' || before === '[';
    if (before === ',' || isFirst !== closes) text += closes || isFirst || before === ',' ? line() : '';
    text += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth += 1;
    before = token;
  }
  return text;
}
