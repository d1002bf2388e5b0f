/** Texts of the home page and of the notifications. */
export const home = {
  'Your last visit was on {time}.': 'Su última visita fue el {time}.',
  'Since your last visit on {time}: {count|# notification|# notifications}.':
    'Desde su última visita, el {time}: {count|# notificación|# de notificaciones|# notificaciones}.',
  'Since your last visit': 'Desde su última visita',
  'Pinned views': 'Vistas fijadas',
  'No pinned views yet': 'Todavía no hay vistas fijadas',
  'Open a table, set its filters, save them as a view, and pin it. It is then shown here with the number of its rows.':
    'Abra una tabla, ponga filtros, guárdelos como vista y fíjela. Aparecerá aquí con el número de sus filas.',
  'Open a table': 'Abrir una tabla',
  'Count the rows': 'Contar las filas',
  'Tables and pages': 'Tablas y páginas',
  'Unread notifications': 'Notificaciones sin leer',
  'All notifications': 'Todas las notificaciones',
  'Exports and actions': 'Exportaciones y acciones',
  'What you export, or start for many rows, is listed here with its progress and its file.':
    'Lo que exporta, o inicia para muchas filas, aparece aquí con su progreso y su archivo.',
  'Which notifications': 'Qué notificaciones',
  All: 'Todas',
  'Nothing unread': 'Nada sin leer',
  'No notifications yet': 'Todavía no hay notificaciones',
  'Finished exports and actions, and other news for you, are listed here.':
    'Aquí aparecen las exportaciones y acciones terminadas y otras novedades para usted.',
  Newer: 'Más recientes',
  Older: 'Más antiguas',
  Remove: 'Quitar',
  'Cancel: {title}': 'Cancelar: {title}',
  'Download: {title}': 'Descargar: {title}',
};
