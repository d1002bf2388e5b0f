/** Spanish texts of the counts in filters. */
export const summaries = {
  '{option}, {count|# row|# rows}': '{option}, {count|# fila|# de filas|# filas}',
  Values: 'Valores',
  'Count the values': 'Contar los valores',
  'Counting takes a while in a large table, so it is done on demand.':
    'Contar lleva un rato en una tabla grande; por eso se hace a petición.',
  'The values could not be counted.': 'No se han podido contar los valores.',
  '{count|# further value|# further values}': '{count|# valor más|# de valores más|# valores más}',
  'Statistics…': 'Estadísticas…',
  'Statistics of {column}': 'Estadísticas de {column}',
  'Of all rows': 'De todas las filas',
  'Of the rows that match the search and the filters':
    'De las filas que coinciden con la búsqueda y los filtros',
  'Number of rows': 'Número de filas',
  'Without a value': 'Sin valor',
  'Different values': 'Valores distintos',
  Smallest: 'El menor',
  Largest: 'El mayor',
  Earliest: 'El más antiguo',
  Latest: 'El más reciente',
  Sum: 'Suma',
  Copy: 'Copiar',
  'Copied.': 'Copiado.',
  'Show the figures': 'Mostrar las cifras',
  Close: 'Cerrar',
};
