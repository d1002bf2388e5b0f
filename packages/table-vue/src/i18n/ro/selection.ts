/** Texts of the selection of rows. */
export const selection = {
  '{rows}: all that match': '{rows}: toate cele care corespund',
  '{rows}: all that match, except {excepted}': '{rows}: toate cele care corespund, cu excepția a {excepted}',
  'All rows that match are selected': 'Toate rândurile care corespund sunt selectate',
  'All rows that match are selected, except {excepted}':
    'Toate rândurile care corespund sunt selectate, cu excepția a {excepted}',
  'Select all that match': 'Selectează toate cele care corespund',
  'Select all {count} that match': 'Selectează toate cele care corespund: {count}',
  '{label}, average': '{label}, medie',
  'Selected rows': 'Rânduri selectate',
  'No longer there: {count}': 'Nu mai există: {count}',
  'Only for rows that are selected one by one.': 'Doar pentru rânduri selectate unul câte unul.',
  'Other rows match now, so that all matching rows are no longer selected.':
    'Acum corespund alte rânduri, așa că nu mai sunt selectate toate cele care corespund.',
  '{name} takes at most {most} rows. Select fewer, or all that match.':
    '{name} acceptă cel mult {most} de rânduri. Selectați mai puține sau toate cele care corespund.',
  'At most {most} rows can be left out. Filter the rows, then select all that match.':
    'Pot fi excluse cel mult {most} de rânduri. Filtrați rândurile, apoi selectați toate cele care corespund.',
};
