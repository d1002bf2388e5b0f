/** French texts of the counts in filters. */
export const summaries = {
  '{option}, {count|# row|# rows}': '{option}, {count|# ligne|# de lignes|# lignes}',
  Values: 'Valeurs',
  'Count the values': 'Compter les valeurs',
  'Counting takes a while in a large table, so it is done on demand.':
    'Compter prend du temps dans un grand tableau ; cela se fait donc à la demande.',
  'The values could not be counted.': 'Les valeurs n’ont pas pu être comptées.',
  '{count|# further value|# further values}': '{count|# autre valeur|# d’autres valeurs|# autres valeurs}',
  'Statistics…': 'Statistiques…',
  'Statistics of {column}': 'Statistiques de {column}',
  'Of all rows': 'Pour toutes les lignes',
  'Of the rows that match the search and the filters':
    'Pour les lignes qui correspondent à la recherche et aux filtres',
  'Number of rows': 'Nombre de lignes',
  'Without a value': 'Sans valeur',
  'Different values': 'Valeurs différentes',
  Smallest: 'La plus petite',
  Largest: 'La plus grande',
  Earliest: 'La plus ancienne',
  Latest: 'La plus récente',
  Sum: 'Somme',
  Copy: 'Copier',
  'Copied.': 'Copié.',
  'Show the figures': 'Afficher les chiffres',
  Close: 'Fermer',
};
