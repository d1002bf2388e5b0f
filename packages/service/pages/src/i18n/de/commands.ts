/** German texts of the menu of commands. */
export const commands = {
  Commands: 'Befehle',
  'Search pages, tables and actions': 'Seiten, Tabellen und Aktionen suchen',
  'Recently used': 'Zuletzt benutzt',
  'This table': 'Diese Tabelle',
  'This row': 'Diese Zeile',
  Overview: 'Übersicht',
};
