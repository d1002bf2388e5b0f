export { kyselyViewStore } from './kyselyViewStore.ts';
export { notFound as viewNotFound } from './readViews.ts';
export {
  type AccountId,
  type DefaultView,
  type SavedView,
  type SavedViews,
  type ViewCaller,
  type ViewStore,
  viewLimit,
} from './ViewStore.ts';
export {
  checkAudience,
  checkDefault,
  checkOwn,
  type Defaults,
  effectiveDefault,
  freeName,
  maySee,
  type ViewChoice,
  type ViewRecord,
  viewFor,
  viewName,
} from './viewRules.ts';
export { readViewState, writeViewState } from './viewState.ts';
export { type AccountReference, type InstallViewsOptions, installViews, removeViews } from './viewTables.ts';
