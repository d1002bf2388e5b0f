/** Spanish texts of saved views, and of groups. */
export const views = {
  Views: 'Vistas',
  'Views: {view}': 'Vistas: {view}',
  'Views: {view}, changed': 'Vistas: {view}, modificada',
  'Changed, not saved': 'Modificada, sin guardar',
  'Standard view': 'Vista estándar',
  'My views': 'Mis vistas',
  Shared: 'Compartidas',
  '{view} (opens by default)': '{view} (se abre por defecto)',
  'Save changes': 'Guardar los cambios',
  'Discard changes': 'Descartar los cambios',
  'Save as a new view…': 'Guardar como vista nueva…',
  'Rename…': 'Cambiar el nombre…',
  'Make a copy': 'Hacer una copia',
  'Copy to my views': 'Copiar a mis vistas',
  'Share…': 'Compartir…',
  'Set as my default': 'Establecer como mi vista predeterminada',
  'Remove my default': 'Quitar mi vista predeterminada',
  'Pin to the home page': 'Fijar en la página de inicio',
  'Remove from the home page': 'Quitar de la página de inicio',
  'Copy link': 'Copiar el enlace',
  'It was deleted, or its owner has not shared it. Ask the person who sent the link to share the view.':
    'Se eliminó, o su propietario no la ha compartido. Pida a quien envió el enlace que comparta la vista.',
  'This view is not shared with you':
    'Esta vista no está compartida con usted',
  'Open the table without the view':
    'Abrir la tabla sin la vista',
  'Link to the view':
    'Enlace a la vista',
  'Only you can open the view “{view}”. Others see that it is not shared with them.':
    'Solo usted puede abrir la vista «{view}». Los demás ven que no está compartida con ellos.',
  'Copy anyway':
    'Copiar de todos modos',
  'The browser does not allow this. Copy the link from the field.':
    'El navegador no lo permite. Copie el enlace del campo.',
  'The link was copied.': 'El enlace se ha copiado.',
  'Delete…': 'Eliminar…',
  'Save as a new view': 'Guardar como vista nueva',
  'Rename the view': 'Cambiar el nombre de la vista',
  'Share the view': 'Compartir la vista',
  'Delete the view?': '¿Eliminar la vista?',
  Save: 'Guardar',
  Rename: 'Cambiar el nombre',
  Share: 'Compartir',
  Name: 'Nombre',
  Everyone: 'Todos',
  'Enter a name.': 'Escriba un nombre.',
  'A view keeps columns, sort, filters, groups, search, page length and style. Only you see it until you share it.':
    'Una vista conserva columnas, orden, filtros, grupos, búsqueda, longitud de página y estilo. Solo usted la ve hasta que la comparta.',
  'Those who may use the table and have one of these roles can open and copy the view.':
    'Quienes pueden usar la tabla y tienen uno de estos roles pueden abrir y copiar la vista.',
  'It is shared: the others lose it, too.': 'Está compartida: los demás también la pierden.',
  'The view “{view}” was saved.': 'Se ha guardado la vista «{view}».',
  'The view “{view}” was opened without what the table no longer has: {names}.':
    'La vista «{view}» se ha abierto sin lo que la tabla ya no tiene: {names}.',
  'The view “{view}” was deleted, or is not shared with you any more. The table stays as it is.':
    'La vista «{view}» se ha eliminado o ya no se comparte con usted. La tabla queda como está.',
  'The server refused the view “{view}”. The table was opened without it.':
    'El servidor ha rechazado la vista «{view}». La tabla se ha abierto sin ella.',
  'The saved views cannot be read.': 'No se pueden leer las vistas guardadas.',
  'The view cannot be opened.': 'No se puede abrir la vista.',
  'This view was changed elsewhere meanwhile. Save again to replace that change.':
    'Esta vista se ha modificado en otro lugar mientras tanto. Guarde de nuevo para reemplazar ese cambio.',
  'Open a view first.': 'Abra primero una vista.',
  'The table opens with this view, unless they choose another default, for':
    'La tabla se abre con esta vista, salvo que elijan otra predeterminada, para',

  '{groups|# group|# groups} with {rows|# row|# rows}':
    '{groups|# grupo|# de grupos|# grupos} con {rows|# fila|# de filas|# filas}',
  'Q{quarter} {year}': 'T{quarter} {year}',
  'Week {week}, {year}': 'Semana {week}, {year}',
  'It is not a plain value.': 'No es un valor simple.',
  Group: 'Agrupar',
  'Group the rows': 'Agrupar las filas',
  'Group by': 'Agrupar por',
  'Group by this column': 'Agrupar por esta columna',
  'Do not group by this column': 'No agrupar por esta columna',
  'Group by day': 'Agrupar por día',
  'Group by week': 'Agrupar por semana',
  'Group by month': 'Agrupar por mes',
  'Group by quarter': 'Agrupar por trimestre',
  'Group by year': 'Agrupar por año',
  'by day': 'por día',
  'by week': 'por semana',
  'by month': 'por mes',
  'by quarter': 'por trimestre',
  'by year': 'por año',
  '{column}: part of the date': '{column}: parte de la fecha',
  'Move {column} outwards': 'Mover {column} hacia fuera',
  'Move {column} inwards': 'Mover {column} hacia dentro',
  'Do not group by {column}': 'No agrupar por {column}',
  'Do not group': 'No agrupar',
  'Add a column': 'Añadir una columna',
  'Order of the groups': 'Orden de los grupos',
  'Number of rows': 'Número de filas',
  Label: 'Etiqueta',
  Direction: 'Sentido',
  Ascending: 'Ascendente',
  Descending: 'Descendente',
  'Show {next|# more group|# more groups} ({shown} of {size})':
    'Mostrar {next|# grupo|# de grupos|# grupos} más ({shown} de {size})',
  'Show {next|# more row|# more rows} ({shown} of {size})':
    'Mostrar {next|# fila|# de filas|# filas} más ({shown} de {size})',
  'The group is being loaded.': 'El grupo se está cargando.',
  'Grouping takes a while in a large table, so it is done on demand.':
    'Agrupar una tabla grande lleva tiempo, así que se hace a petición.',
  'Group now': 'Agrupar ahora',
};
