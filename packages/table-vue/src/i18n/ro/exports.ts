/** Romanian texts of the dialog of exports. */
export const exports = {
  'Export options': 'Opțiuni de export',
  Format: 'Format',
  Rows: 'Rânduri',
  'All that match': 'Toate cele care se potrivesc',
  Selected: 'Selectate',
  'At most {most} selected rows can be exported. Filter the rows, or select all that match.':
    'Se pot exporta cel mult {most} rânduri selectate. Filtrați rândurile sau selectați toate cele care se potrivesc.',
  'As grouped on the screen': 'Grupate ca pe ecran',
  'The groups are the first columns.': 'Grupurile sunt primele coloane.',
  'Each group is a line that can be folded, with its count and totals.':
    'Fiecare grup este un rând care se poate restrânge, cu numărul de rânduri și totalurile lui.',
  All: 'Toate',
  'On the screen': 'Pe ecran',
  None: 'Niciuna',
  'Choose at least one column.': 'Alegeți cel puțin o coloană.',
};
