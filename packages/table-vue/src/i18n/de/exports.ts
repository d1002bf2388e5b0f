/** German texts of the dialog of exports. */
export const exports = {
  'Export options': 'Exportoptionen',
  Format: 'Format',
  Rows: 'Zeilen',
  'All that match': 'Alle passenden',
  Selected: 'Ausgewählte',
  'At most {most} selected rows can be exported. Filter the rows, or select all that match.':
    'Höchstens {most} ausgewählte Zeilen lassen sich exportieren. Filtern Sie die Zeilen, oder wählen Sie alle passenden aus.',
  'As grouped on the screen': 'Gruppiert wie auf dem Bildschirm',
  'The groups are the first columns.': 'Die Gruppen sind die ersten Spalten.',
  'Each group is a line that can be folded, with its count and totals.':
    'Jede Gruppe ist eine Zeile mit Anzahl und Summen, die sich einklappen lässt.',
  All: 'Alle',
  'On the screen': 'Auf dem Bildschirm',
  None: 'Keine',
  'Choose at least one column.': 'Wählen Sie mindestens eine Spalte aus.',
};
