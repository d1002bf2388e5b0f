/** For the packages next to this one: names that they share with it, without a promise to users. */
export { type BlockFigures, blockFigures } from './cells/blockFigures.ts';
export { type CopyOptions, copyCells } from './cells/copyCells.ts';
export { booleanOf, hasTotal, plainText, totalText } from './cells/describeCell.ts';
export { shownText } from './cells/exactValue.ts';
export { limitedWidth } from './columns/columnLayout.ts';
export { combinedFilter } from './conditions/conditions.ts';
export type { ActiveFilter, WhereCondition, WhereNode } from './conditions/Where.ts';
export { exceededLimit } from './conditions/whereMembers.ts';
export type { ResultTotal, ResultView } from './createResultReader.ts';
export type { CellEdit } from './editing/Editing.ts';
export type { FilterChoice } from './filters/Filters.ts';
export { filterByCell } from './filters/filterByCell.ts';
export { type FilterOption, optionsLimits } from './filters/filterChoices.ts';
export type {
  GroupedRow,
  GroupLine,
  LoadingLine,
  MoreLine,
  ProblemLine,
  TreeLine,
} from './grouping/Grouping.ts';
export { isSameLevel, totalColumns } from './grouping/groupBy.ts';
export { groupLabel } from './grouping/groupLabel.ts';
export type { RequestPurpose } from './http/TableProblem.ts';
export { isAbove } from './language/decimals.ts';
export { numberText } from './language/numberText.ts';
export type { LinkFault } from './linking/Linking.ts';
export type { CellRange, PasteShown } from './pasting/Pasting.ts';
export type { RecordLocation } from './record/rowFinder.ts';
export { missingValue } from './recordForm/fieldFault.ts';
export type { ConflictedField, FormConflict, FormFaults, FormValues } from './recordForm/RecordFormState.ts';
export type { HostConditions } from './requests/connection.ts';
export type { RowLocation } from './rows/Rows.ts';
export { rowPath } from './rows/rowPath.ts';
export { describeMatching, describeSelection } from './selection/describeSelection.ts';
export type { SelectionTotals } from './selection/Selection.ts';
export type { FilterFacet } from './summaries/Summaries.ts';
export { sayAgain } from './table/announcement.ts';
export type { ColumnFit, GroupedColumn, PinnedSide } from './table/TableState.ts';
