/** Romanian texts of the counts in filters. */
export const summaries = {
  '{option}, {count|# row|# rows}': '{option}, {count|# rând|# rânduri|# de rânduri}',
  Values: 'Valori',
  'Count the values': 'Numără valorile',
  'Counting takes a while in a large table, so it is done on demand.':
    'Numărarea durează într-un tabel mare, de aceea se face la cerere.',
  'The values could not be counted.': 'Valorile nu au putut fi numărate.',
  '{count|# further value|# further values}': '{count|încă # valoare|încă # valori|încă # de valori}',
  'Statistics…': 'Statistici…',
  'Statistics of {column}': 'Statistici pentru {column}',
  'Of all rows': 'Pentru toate rândurile',
  'Of the rows that match the search and the filters':
    'Pentru rândurile care corespund căutării și filtrelor',
  'Number of rows': 'Numărul de rânduri',
  'Without a value': 'Fără valoare',
  'Different values': 'Valori diferite',
  Smallest: 'Cea mai mică',
  Largest: 'Cea mai mare',
  Earliest: 'Cea mai veche',
  Latest: 'Cea mai recentă',
  Sum: 'Sumă',
  Copy: 'Copiază',
  'Copied.': 'Copiat.',
  'Show the figures': 'Arată cifrele',
  Close: 'Închide',
};
