import type { ActionUpdate } from './ActionUpdate.ts';

/** An action in a template. */
export interface TemplateAction {
  readonly input?: Readonly<Record<string, true | object>>;
  readonly update: ActionUpdate;
  readonly background?: boolean;
  readonly onFailure?: 'continue' | 'stop';
  readonly chunkSize?: number;
}

/** The actions of a template. Accepts any template: routes are registered before templates are validated. */
export function templateActions(template: unknown): Record<string, TemplateAction> {
  const { actions } = (template ?? {}) as { actions?: unknown };
  const entries = isObject(actions) ? Object.entries(actions) : [];

  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, TemplateAction] => isObject(entry[1]) && isObject(entry[1].update),
    ),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
