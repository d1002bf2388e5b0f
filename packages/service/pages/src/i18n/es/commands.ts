/** Spanish texts of the menu of commands. */
export const commands = {
  Commands: 'Comandos',
  'Search pages, tables and actions': 'Buscar páginas, tablas y acciones',
  'Recently used': 'Usados recientemente',
  'This table': 'Esta tabla',
  'This row': 'Esta fila',
  Overview: 'Vista general',
};
