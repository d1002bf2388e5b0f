/** French texts of the menu of commands. */
export const commands = {
  Commands: 'Commandes',
  'Search pages, tables and actions': 'Rechercher des pages, tableaux et actions',
  'Recently used': 'Utilisées récemment',
  'This table': 'Ce tableau',
  'This row': 'Cette ligne',
  Overview: 'Vue d’ensemble',
};
