/** Texts of the selection of rows. */
export const selection = {
  '{rows}: all that match': '{rows} : toutes celles qui correspondent',
  '{rows}: all that match, except {excepted}': '{rows} : toutes celles qui correspondent, sauf {excepted}',
  'All rows that match are selected': 'Toutes les lignes correspondantes sont sélectionnées',
  'All rows that match are selected, except {excepted}':
    'Toutes les lignes correspondantes sont sélectionnées, sauf {excepted}',
  'Select all that match': 'Sélectionner toutes les lignes correspondantes',
  'Select all {count} that match': 'Sélectionner les {count} lignes correspondantes',
  '{label}, average': '{label}, moyenne',
  'Selected rows': 'Lignes sélectionnées',
  'No longer there: {count}': 'N’existent plus : {count}',
  'Only for rows that are selected one by one.': 'Seulement pour les lignes sélectionnées une à une.',
  'Other rows match now, so that all matching rows are no longer selected.':
    'D’autres lignes correspondent maintenant : les lignes correspondantes ne sont plus toutes sélectionnées.',
  '{name} takes at most {most} rows. Select fewer, or all that match.':
    '{name} accepte au plus {most} lignes. Sélectionnez-en moins, ou toutes celles qui correspondent.',
  'At most {most} rows can be left out. Filter the rows, then select all that match.':
    'Au plus {most} lignes peuvent être exclues. Filtrez les lignes, puis sélectionnez toutes celles qui correspondent.',
};
