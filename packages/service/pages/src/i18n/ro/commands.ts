/** Romanian texts of the menu of commands. */
export const commands = {
  Commands: 'Comenzi',
  'Search pages, tables and actions': 'Caută pagini, tabele și acțiuni',
  'Recently used': 'Folosite recent',
  'This table': 'Acest tabel',
  'This row': 'Acest rând',
  Overview: 'Prezentare generală',
};
