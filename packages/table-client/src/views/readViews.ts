import type { TableView, TableViewsResponse } from '@rowhouse/table-protocol';
import { needRecord, needRecords, needText, recordOf, textOf } from '../responses/shape.ts';

/** Reads the response of the list of views. Throws `ShapeFault`. */
export function readViewList(response: unknown): TableViewsResponse {
  const { views, defaults, roles } = needRecord(response, 'body');
  const ids = recordOf(defaults);
  const idOf = (scope: string) => textOf(ids[scope], null);

  return {
    views: needRecords(views, 'views').map(readView),
    defaults: { me: idOf('me'), role: idOf('role'), everyone: idOf('everyone') },
    roles: Array.isArray(roles) ? roles : [],
  };
}

/** The state is checked when the view is opened. */
export function readView(response: unknown): TableView {
  const view = needRecord(response, 'body');
  const isTrue = (name: string) => view[name] === true;

  return {
    id: needText(view.id, 'id'),
    table: textOf(view.table),
    name: needText(view.name, 'name'),
    owner: readOwner(view.owner),
    sharedWith: view.sharedWith === 'everyone' || Array.isArray(view.sharedWith) ? view.sharedWith : [],
    isOwn: isTrue('isOwn'),
    isDefault: isTrue('isDefault'),
    ...(Array.isArray(view.defaultFor) && { defaultFor: view.defaultFor }),
    isPinned: isTrue('isPinned'),
    mayChange: isTrue('mayChange'),
    state: recordOf(view.state),
    revision: Number(view.revision),
  };
}

/** A `ViewStore` has the id only. */
function readOwner(owner: unknown): TableView['owner'] {
  const { id = owner, name } = recordOf(owner);

  return { id: typeof id === 'string' || typeof id === 'number' ? id : '', name: textOf(name, null) };
}
