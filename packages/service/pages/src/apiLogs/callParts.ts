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

/** A body as readable text: JSON is indented, also if it is in a string; null without a body. */
export function bodyText(body: unknown): string | null {
  if (body === null || body === undefined || body === '') return null;
  if (typeof body !== 'string') return JSON.stringify(body, null, 2);
  if (!/^\s*[[{]/.test(body)) return body;
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
