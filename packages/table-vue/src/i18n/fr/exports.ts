/** French texts of the dialog of exports. */
export const exports = {
  'Export options': 'Options d’exportation',
  Format: 'Format',
  Rows: 'Lignes',
  'All that match': 'Toutes celles qui correspondent',
  Selected: 'Sélectionnées',
  'At most {most} selected rows can be exported. Filter the rows, or select all that match.':
    'Au plus {most} lignes sélectionnées peuvent être exportées. Filtrez les lignes, ou sélectionnez toutes celles qui correspondent.',
  'As grouped on the screen': 'Groupées comme à l’écran',
  'The groups are the first columns.': 'Les groupes sont les premières colonnes.',
  'Each group is a line that can be folded, with its count and totals.':
    'Chaque groupe est une ligne repliable, avec son nombre de lignes et ses totaux.',
  All: 'Toutes',
  'On the screen': 'À l’écran',
  None: 'Aucune',
  'Choose at least one column.': 'Choisissez au moins une colonne.',
};
