/** Texts of the selection of rows. */
export const selection = {
  '{rows}: all that match': '{rows}: alle passenden',
  '{rows}: all that match, except {excepted}': '{rows}: alle passenden außer {excepted}',
  'All rows that match are selected': 'Alle passenden Zeilen sind ausgewählt',
  'All rows that match are selected, except {excepted}':
    'Alle passenden Zeilen außer {excepted} sind ausgewählt',
  'Select all that match': 'Alle passenden auswählen',
  'Select all {count} that match': 'Alle {count} passenden auswählen',
  '{label}, average': '{label} im Mittel',
  'Selected rows': 'Ausgewählte Zeilen',
  'No longer there: {count}': 'Nicht mehr vorhanden: {count}',
  'Only for rows that are selected one by one.': 'Nur für einzeln ausgewählte Zeilen.',
  'Other rows match now, so that all matching rows are no longer selected.':
    'Jetzt passen andere Zeilen, deshalb sind nicht mehr alle passenden ausgewählt.',
  '{name} takes at most {most} rows. Select fewer, or all that match.':
    '{name} geht mit höchstens {most} Zeilen. Weniger auswählen, oder alle passenden.',
  'At most {most} rows can be left out. Filter the rows, then select all that match.':
    'Höchstens {most} Zeilen können ausgenommen werden. Die Zeilen filtern, dann alle passenden auswählen.',
};
