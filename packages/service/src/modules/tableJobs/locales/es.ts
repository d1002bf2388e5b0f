/** Messages of exports and background actions, in Spanish. */
export const tableJobs = {
  Rows: 'Filas',
  empty: 'vacío',
  day: 'día',
  week: 'semana',
  month: 'mes',
  quarter: 'trimestre',
  year: 'año',
  'The export of {name} is ready': 'La exportación de «{name}» está lista',
  '{file} has {rows} {rows|row|rows}, and can be downloaded until {until}.':
    '{file} tiene {rows} {rows|fila|de filas|filas} y se puede descargar hasta el {until}.',
  'The export of {name} failed': 'La exportación de «{name}» ha fallado',
  'The export of {name} has started. You will be notified when the file is ready.':
    'La exportación de «{name}» ha comenzado. Recibirá un aviso cuando el archivo esté listo.',
  '{name} is already being exported. You will be notified when the file is ready.':
    '«{name}» ya se está exportando. Recibirá un aviso cuando el archivo esté listo.',
  'The action {name} is done': 'La acción «{name}» ha terminado',
  'The action {name} failed': 'La acción «{name}» ha fallado',
  'The action {name} was stopped by an error': 'Un error detuvo la acción «{name}»',
  'It was applied to {processed} {processed|row|rows}.':
    'Se aplicó a {processed} {processed|fila|de filas|filas}.',
  'It was applied to {processed} {processed|row|rows} and failed for {failed}. First failure: {first}':
    'Se aplicó a {processed} {processed|fila|de filas|filas} y falló en {failed}. Primer fallo: {first}',
  'It was applied to {processed} of {total} {total|row|rows}, then stopped: {first}':
    'Se aplicó a {processed} de {total} {total|fila|de filas|filas} y se detuvo: {first}',
  '{name} has started. You will be notified when it is done.':
    '«{name}» ha comenzado. Recibirá un aviso cuando termine.',
  '{name} is already running. You will be notified when it is done.':
    '«{name}» ya está en curso. Recibirá un aviso cuando termine.',
  'It was cancelled.': 'Se canceló.',
  'The export exceeded the time limit of {seconds} seconds. Select fewer rows, or ask the operator to raise tables.export.timeout.':
    'La exportación superó el límite de {seconds} segundos. Seleccione menos filas o pida al operador que aumente tables.export.timeout.',
  'The job was removed from its queue. Start it again. If the problem persists, contact the operator.':
    'La tarea se eliminó de su cola. Iníciela de nuevo. Si el problema continúa, contacte con el operador.',
  'The disk of the service is full. Contact the operator.':
    'El disco del servicio está lleno. Contacte con el operador.',
  'The service failed. Try again. If the problem persists, contact the operator.':
    'El servicio ha fallado. Inténtelo de nuevo. Si el problema continúa, contacte con el operador.',
  'The worker process stopped repeatedly. Try again. If the problem persists, contact the operator.':
    'El proceso de trabajo se detuvo varias veces. Inténtelo de nuevo. Si el problema continúa, contacte con el operador.',
  'The database was unavailable. Try again later.':
    'La base de datos no estaba disponible. Inténtelo más tarde.',
  'The database was busy. Try again later.': 'La base de datos estaba ocupada. Inténtelo más tarde.',
  'The query took too long. Narrow the search or the filters and try again. If the problem persists, contact the operator.':
    'La consulta tardó demasiado. Limite la búsqueda o los filtros e inténtelo de nuevo. Si el problema continúa, contacte con el operador.',
  'The file storage was unavailable. Try again later.':
    'El almacenamiento de archivos no estaba disponible. Inténtelo más tarde.',
  'The table or its action no longer exists. Contact the operator.':
    'La tabla o su acción ya no existe. Contacte con el operador.',
  'The action cannot be run or continued. Start it again. If the problem persists, contact the operator.':
    'La acción no se puede ejecutar o continuar. Iníciela de nuevo. Si el problema continúa, contacte con el operador.',
  'The table cannot be read now. Contact the operator.':
    'La tabla no se puede leer en este momento. Contacte con el operador.',
  'The table has changed and no longer matches the request: {fault} Reload the page.':
    'La tabla ha cambiado y ya no corresponde a la solicitud: {fault} Vuelva a cargar la página.',
  'Your account is not active. Ask an administrator to activate it.':
    'Su cuenta no está activa. Pida a un administrador que la active.',
  'You no longer have the permission {permission}. Ask an administrator for it.':
    'Ya no tiene el permiso {permission}. Pídaselo a un administrador.',
  'The API key that started it was deleted, disabled or has expired. Start it again with a valid key.':
    'La clave de API con la que se inició se eliminó, se desactivó o ha caducado. Iníciela de nuevo con una clave válida.',
  'The administrator who started it may no longer impersonate you. Start it again yourself.':
    'El administrador que la inició ya no puede actuar en su nombre. Iníciela usted de nuevo.',
  'The API key no longer has the permission {permission}. Use another key.':
    'La clave de API ya no tiene el permiso {permission}. Use otra.',
  'The stored request cannot be read.': 'La solicitud guardada no se puede leer.',
  'This release no longer includes the requested job. Contact the operator.':
    'Esta versión ya no incluye la tarea solicitada. Contacte con el operador.',
  'The action failed on this row; the log of the application says why.':
    'La acción falló en esta fila; el registro de la aplicación indica por qué.',
  'Download the file': 'Descargar el archivo',
  'Show the failed rows': 'Ver las filas con errores',
};
