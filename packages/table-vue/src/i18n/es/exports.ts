/** Spanish texts of the dialog of exports. */
export const exports = {
  'Export options': 'Opciones de exportación',
  Format: 'Formato',
  Rows: 'Filas',
  'All that match': 'Todas las que coinciden',
  Selected: 'Seleccionadas',
  'At most {most} selected rows can be exported. Filter the rows, or select all that match.':
    'Se pueden exportar como máximo {most} filas seleccionadas. Filtre las filas o seleccione todas las que coinciden.',
  'As grouped on the screen': 'Agrupadas como en la pantalla',
  'The groups are the first columns.': 'Los grupos son las primeras columnas.',
  'Each group is a line that can be folded, with its count and totals.':
    'Cada grupo es una línea plegable, con su número de filas y sus totales.',
  All: 'Todas',
  'On the screen': 'En la pantalla',
  None: 'Ninguna',
  'Choose at least one column.': 'Elija al menos una columna.',
};
