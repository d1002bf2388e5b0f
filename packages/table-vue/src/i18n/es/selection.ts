/** Texts of the selection of rows. */
export const selection = {
  '{rows}: all that match': '{rows}: todas las que coinciden',
  '{rows}: all that match, except {excepted}': '{rows}: todas las que coinciden, excepto {excepted}',
  'All rows that match are selected': 'Todas las filas que coinciden están seleccionadas',
  'All rows that match are selected, except {excepted}':
    'Todas las filas que coinciden están seleccionadas, excepto {excepted}',
  'Select all that match': 'Seleccionar todas las que coinciden',
  'Select all {count} that match': 'Seleccionar las {count} que coinciden',
  '{label}, average': '{label}, promedio',
  'Selected rows': 'Filas seleccionadas',
  'No longer there: {count}': 'Ya no existen: {count}',
  'Only for rows that are selected one by one.': 'Solo para filas seleccionadas una por una.',
  'Other rows match now, so that all matching rows are no longer selected.':
    'Ahora coinciden otras filas, por lo que ya no están seleccionadas todas las que coinciden.',
  '{name} takes at most {most} rows. Select fewer, or all that match.':
    '{name} admite como máximo {most} filas. Seleccione menos, o todas las que coinciden.',
  'At most {most} rows can be left out. Filter the rows, then select all that match.':
    'Se pueden excluir como máximo {most} filas. Filtre las filas y seleccione después todas las que coinciden.',
};
