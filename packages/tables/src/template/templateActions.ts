import type { ActionUpdate } from './ActionUpdate.ts';

/** An action in a template. */
export type TemplateAction = TemplateActionOptions &
  (
    | { readonly update: ActionUpdate; readonly delete?: never }
    | { readonly delete: true; readonly update?: never }
  );

interface TemplateActionOptions {
  readonly input?: Readonly<Record<string, true | object>>;
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
      (entry): entry is [string, TemplateAction] =>
        isObject(entry[1]) && (isObject(entry[1].update) || entry[1].delete === true),
    ),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
