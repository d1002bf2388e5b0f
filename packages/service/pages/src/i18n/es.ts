import { templates } from './es/templates.ts';
import type { Dictionary } from './translate.ts';

/** Spanish. */
export const dictionary: Dictionary = {
  ...templates,

  'Skip to the content': 'Saltar al contenido',
  'Loading …': 'Cargando…',
  '{name}: overview': '{name}: vista general',
  Main: 'Menú principal',
  Menu: 'Menú',
  Appearance: 'Apariencia',
  System: 'Sistema',
  Tables: 'Tablas',
  'Find a table': 'Buscar una tabla',
  Light: 'Claro',
  Dark: 'Oscuro',
  'API documentation': 'Documentación de la API',
  'You are offline. What you see may be out of date, and nothing can be saved.':
    'No tiene conexión. Lo que ve puede no estar actualizado, y no se puede guardar nada.',
  Impersonation: 'Actuación como otra persona',
  'You act as {name}.': 'Actúa como {name}.',
  Stop: 'Terminar',

  Roles: 'Roles',
  'The people who can sign in, and their permissions.':
    'Las personas que pueden iniciar sesión y sus permisos.',
  'The roles and their permissions.': 'Los roles y sus permisos.',
  'Inbound and outbound calls: requests, responses and failures.':
    'Llamadas entrantes y salientes: solicitudes, respuestas y errores.',
  'Welcome, {name}': 'Le damos la bienvenida, {name}',
  'There is nothing here for you yet': 'Aquí todavía no hay nada para usted',
  'Your role has no permissions so far. Ask an administrator for them.':
    'Su rol aún no tiene permisos. Pídaselos a un administrador.',

  'Sign out': 'Cerrar sesión',
  Password: 'Contraseña',
  'Show: {field}': 'Mostrar: {field}',
  'Fill in your e-mail address and your password.': 'Escriba su correo electrónico y su contraseña.',
  'E-mail address or password is wrong.': 'El correo electrónico o la contraseña no son correctos.',
  'No account, or forgot your password? Ask an administrator.':
    '¿No tiene cuenta o ha perdido la contraseña? Hable con un administrador.',
  'No account? Ask an administrator.': '¿No tiene cuenta? Hable con un administrador.',
  'Forgot your password?': '¿Ha olvidado la contraseña?',
  'We send you a link with which you can choose a new one.':
    'Le enviamos un enlace con el que puede elegir una nueva.',
  'Fill in your e-mail address.': 'Escriba su correo electrónico.',
  'Send the link': 'Enviar el enlace',
  'Back to the sign-in': 'Volver al inicio de sesión',
  'If an active account has this address, an e-mail with a link is on its way to {email}.':
    'Si una cuenta activa tiene esta dirección, hay un correo con un enlace en camino a {email}.',
  'The link works once, for 30 minutes. No e-mail? Look into the spam folder, or ask an administrator.':
    'El enlace funciona una vez, durante 30 minutos. ¿No hay correo? Mire en la carpeta de spam o hable con un administrador.',
  'This service sends no e-mail. Ask an administrator for a new password.':
    'Este servicio no envía correos. Pida una contraseña nueva a un administrador.',
  'This link cannot be used': 'Este enlace no se puede usar',
  'It is older than 30 minutes, was used already, or a newer one was sent.':
    'Tiene más de 30 minutos, ya se usó o se envió uno más reciente.',
  'Request another link': 'Pedir otro enlace',
  'If you were invited, ask for another invitation.': 'Si le invitaron, pida otra invitación.',
  'Choose a new password': 'Elegir una contraseña nueva',
  'Choose the password with which {email} signs in.': 'Elija la contraseña con la que {email} inicia sesión.',
  'Set the password': 'Establecer la contraseña',
  'Your password is set. Sign in with it.': 'La contraseña está establecida. Inicie sesión con ella.',
  'This account is not active. Ask an administrator to activate it.':
    'Esta cuenta no está activa. Pida a un administrador que la active.',

  'Page not found': 'Página no encontrada',
  'There is no page at this address. It may have been moved, or the link is wrong.':
    'No hay ninguna página en esta dirección. Quizá se haya movido o el enlace sea incorrecto.',
  'Go to the overview': 'A la vista general',
  'Not permitted': 'No permitido',
  'Your role ({role}) does not permit this page. Ask an administrator for it.':
    'Su rol ({role}) no permite esta página. Pídasela a un administrador.',
  '{name} does not respond': '{name} no responde',
  'Go back': 'Volver',
  'Not found': 'No encontrado',
  'This could not be loaded': 'No se ha podido cargar',

  'Your profile': 'Su perfil',
  'Name, language and time zone': 'Nombre, idioma y zona horaria',
  'Time zone': 'Zona horaria',
  'Same as the browser ({zone})': 'Como el navegador ({zone})',
  'Save profile': 'Guardar el perfil',
  'Your profile is saved.': 'Su perfil se ha guardado.',
  'Current password': 'Contraseña actual',
  'New password': 'Contraseña nueva',
  'New password again': 'Contraseña nueva otra vez',
  'At least {count} characters.': 'Al menos {count} caracteres.',
  'Change password': 'Cambiar la contraseña',
  'Your password is changed. Other browsers have been signed out.':
    'Su contraseña se ha cambiado. Se ha cerrado la sesión en los demás navegadores.',
  'The password was not changed.': 'La contraseña no se ha cambiado.',
  'While you act as another user, that user’s profile, password and notifications cannot be changed.':
    'Mientras actúe como otro usuario, no se pueden cambiar su perfil, su contraseña ni sus notificaciones.',
  'Please check the marked fields.': 'Revise los campos marcados.',
  'is required': 'es obligatorio',
  'is wrong': 'no es correcto',
  'must have at least {count} characters': 'debe tener al menos {count} caracteres',
  'is not the same as the new password': 'no es igual que la contraseña nueva',

  Image: 'Imagen',
  'Choose an image': 'Elegir una imagen',
  'Choose another': 'Elegir otra',
  'Choose an image, or drop one here. You can select a square part of it afterwards.':
    'Elija una imagen o suelte una aquí. Después puede seleccionar una parte cuadrada.',
  'PNG, JPEG, GIF, WebP or SVG, {limit} MiB at most.': 'PNG, JPEG, GIF, WebP o SVG, {limit} MiB como máximo.',
  'Choose one image, not several.': 'Elija una sola imagen.',
  'The file is too large. Choose one of {limit} MiB at most.':
    'El archivo es demasiado grande. Elija uno de {limit} MiB como máximo.',
  '“{file}” has no image that can be read. Choose a PNG, JPEG, GIF, WebP or SVG file.':
    '«{file}» no contiene ninguna imagen legible. Elija un archivo PNG, JPEG, GIF, WebP o SVG.',
  'The browser could not cut this image. Choose another one.':
    'El navegador no ha podido recortar esta imagen. Elija otra.',
  'Part of the image to be shown': 'Parte de la imagen que se muestra',
  'Drag the image, or use the arrow keys; plus and minus zoom.':
    'Arrastre la imagen o use las teclas de flecha; más y menos cambian el zoom.',
  Zoom: 'Zoom',
  'Left to right': 'De izquierda a derecha',
  'Top to bottom': 'De arriba abajo',
  'Save image': 'Guardar la imagen',
  'Sending the image': 'Enviando la imagen',
  'Use the default image': 'Usar la imagen predeterminada',
  'The image is saved.': 'La imagen se ha guardado.',
  'The default image is in use.': 'Se usa la imagen predeterminada.',
  'The service did not accept this image: {reason}': 'El servicio no ha aceptado esta imagen: {reason}',
  'You may not change this image.': 'No puede cambiar esta imagen.',
  'While you act as another user, no image can be changed.':
    'Mientras actúe como otro usuario, no se puede cambiar ninguna imagen.',

  'This row does not exist': 'Esta fila no existe',
  'It was deleted, or the link is wrong.': 'Se ha eliminado o el enlace es incorrecto.',
  'Open the table': 'A la tabla',
  'Rows of the result': 'Filas del resultado',
  'Rows that point here': 'Filas que apuntan aquí',
  'as {name}': 'como {name}',
  'Row {number}': 'Fila {number}',
  'Row {number} of {count}': 'Fila {number} de {count}',
  'Copy link': 'Copiar el enlace',
  'The link was copied.': 'El enlace se ha copiado.',
  'The link could not be copied. Copy it from here: {link}':
    'No se ha podido copiar el enlace. Cópielo de aquí: {link}',
  'Previous row': 'Fila anterior',
  'Next row': 'Fila siguiente',
  'Previous row (left arrow key)': 'Fila anterior (flecha izquierda)',
  'Next row (right arrow key)': 'Fila siguiente (flecha derecha)',

  'New user': 'Usuario nuevo',
  'Edit user': 'Editar el usuario',
  'Edit {name}': 'Editar {name}',
  'At least {count} characters. Tell it to the person, who can change it under “Your profile”.':
    'Al menos {count} caracteres. Comuníquesela a la persona, que puede cambiarla en «Su perfil».',
  'Leave it empty to keep the present one. A new one signs the person out everywhere and deletes the person’s API keys.':
    'Déjela vacía para conservar la actual. Una nueva cierra todas las sesiones de la persona y elimina sus claves de API.',
  'The person chooses it, by a link in an e-mail': 'La elige la persona, con un enlace por correo',
  'I set one': 'La doy yo',
  'Create and invite': 'Crear e invitar',
  'To invite people by e-mail instead, the service needs a mail server: see “Mail” in its guide for operators.':
    'Para invitar por correo, el servicio necesita un servidor de correo: vea «Mail» en la guía para operadores.',
  'Not accepted yet': 'Aún no aceptada',
  'Invited on {moment}. The link expires on {expiry}.':
    'Invitación del {moment}. El enlace caduca el {expiry}.',
  'Invited on {moment}. The link has expired.': 'Invitación del {moment}. El enlace ha caducado.',
  'Invited on {moment}. The e-mail has not been sent yet.':
    'Invitación del {moment}. El correo aún no se ha enviado.',
  'This service has no mail server any more, so the invitation cannot be sent again. Give a password below.':
    'Este servicio ya no tiene servidor de correo, así que la invitación no se puede volver a enviar. Ponga una contraseña abajo.',
  'Send the invitation again': 'Volver a enviar la invitación',
  'Default of the service': 'Según la configuración del servicio',
  'Create user': 'Crear el usuario',
  Save: 'Guardar',

  'Role: {role}': 'Rol: {role}',
  'A role says what its users may do. Open one to see or change its permissions.':
    'Un rol dice qué pueden hacer sus usuarios. Abra uno para ver o cambiar sus permisos.',
  'May do everything': 'Puede hacerlo todo',
  'May manage what belongs to others': 'Puede gestionar lo que es de otros',
  Permissions: 'Permisos',
  'Administrators have every permission, also those that are added later.':
    'Los administradores tienen todos los permisos, también los que se añadan más tarde.',
  'Search permissions': 'Buscar permisos',
  'Found: {count}.': 'Encontrados: {count}.',
  'Granted: {count} of {total}.': 'Concedidos: {count} de {total}.',
  '{count} of {total}': '{count} de {total}',
  'No permission matches': 'Ningún permiso coincide',
  'Show all': 'Mostrar todo',
  Others: 'Otros',
  'All of {group}': 'Todo de {group}',
  'Changes not saved: {count}': 'Cambios sin guardar: {count}',
  'All changes saved': 'Todo está guardado',
  Undo: 'Deshacer',
  'Leave without saving?': '¿Salir sin guardar?',
  'The permissions that you changed are not saved yet.':
    'Los permisos que ha cambiado aún no se han guardado.',
  'Leave without saving': 'Salir sin guardar',
  'Stay here': 'Quedarse aquí',

  '(in part: {names})': '(en parte: {names})',
  'New role': 'Rol nuevo',
  'Create role': 'Crear el rol',
  'None: I will choose them next': 'Ninguno: los elijo después',
  'Those of {role}': 'Los de {role}',
  Rename: 'Cambiar el nombre',
  Copy: 'Copiar',
  'Delete this role?': '¿Eliminar este rol?',
  'The role {role} and its list of permissions will be deleted.':
    'Se eliminarán el rol {role} y su lista de permisos.',
  'Users who have this role: {count}.': 'Usuarios con este rol: {count}.',
  'It belongs to the service, and can be neither renamed nor deleted.':
    'Pertenece al servicio y no se puede renombrar ni eliminar.',
  'It can be deleted when they have another one.': 'Se podrá eliminar cuando tengan otro.',

  'Sessions and API keys': 'Sesiones y claves de API',
  'See where you are signed in, and make API keys for programs that act in your name.':
    'Vea dónde ha iniciado sesión y cree claves de API para programas que actúan en su nombre.',
  'Show sessions and API keys': 'Mostrar sesiones y claves de API',
  'While you act as another user, that user’s sessions and API keys are not shown.':
    'Mientras actúe como otro usuario, no se muestran sus sesiones ni sus claves de API.',
  Sessions: 'Sesiones',
  'Where you are signed in. End sessions that you do not recognise, then change your password. “Last used” is accurate to the hour; a browser notices within a minute that its session has ended.':
    'Dónde ha iniciado sesión. Cierre lo que no conozca y cambie después la contraseña. «Último uso» se indica por horas; un navegador nota en menos de un minuto que su sesión ha terminado.',
  'Unknown device': 'Dispositivo desconocido',
  'This browser': 'Este navegador',
  'Acts as {name}': 'Actúa como {name}',
  '{name} acts in this name': '{name} actúa en este nombre',
  'Last used {moment}': 'Último uso: {moment}',
  'Since {moment}': 'Desde {moment}',
  End: 'Cerrar',
  'End the session: {device}': 'Cerrar la sesión: {device}',
  'End all other sessions': 'Cerrar las demás sesiones',
  'End all sessions': 'Cerrar todas las sesiones',
  'The session is ended.': 'La sesión se ha cerrado.',
  'All sessions are ended.': 'Se han cerrado todas las sesiones.',
  'All other sessions are ended.': 'Se han cerrado las demás sesiones.',
  'No sessions.': 'No hay sesiones.',
  'API keys': 'Claves de API',
  'A program with a key acts in your name. It sends the key in the header x-api-key. Create a key for each program.':
    'Con una clave, un programa actúa en su nombre: la envía como x-api-key. Cree una para cada programa.',
  'New API key': 'Nueva clave de API',
  'Create the key': 'Crear la clave',
  'Copy the key': 'Copiar la clave',
  'The key is copied.': 'La clave se ha copiado.',
  'The browser did not copy it. Select the key, and copy it yourself.':
    'El navegador no la ha copiado. Seleccione la clave y cópiela usted.',
  'Copy the key now: it is not shown again.': 'Copie la clave ahora: no se volverá a mostrar.',
  'I have copied it': 'Ya la tengo',
  'Without a name': 'Sin nombre',
  'The whole account': 'La cuenta completa',
  'Permissions: {count}': 'Permisos: {count}',
  'Never used': 'Sin usar',
  'Does not expire': 'No caduca',
  'Expires {moment}': 'Caduca el {moment}',
  Expires: 'Caducidad',
  Expired: 'Caducada',
  Never: 'Nunca',
  'In {count} days': 'En {count} días',
  'What it may do': 'Qué puede hacer',
  'What I choose below, as long as I may do it myself': 'Lo que elijo abajo, mientras yo pueda hacerlo',
  'All my permissions': 'Todos mis permisos',
  'Choose what the key may do.': 'Elija qué puede hacer la clave.',
  Revoke: 'Revocar',
  'Revoke the API key: {name}': 'Revocar la clave de API: {name}',
  'Revoke this API key?': '¿Revocar esta clave de API?',
  'Programs that use it are refused from now on.': 'Desde ahora se rechazarán los programas que la usen.',
  'The API key is revoked.': 'La clave de API se ha revocado.',
  'No API keys.': 'No hay claves de API.',

  'The response of the service cannot be read. Try again in a moment.':
    'La respuesta del servicio no se puede leer. Inténtelo de nuevo en un momento.',
  'The service cannot be reached. Check your connection, then try again.':
    'No se puede acceder al servicio. Compruebe la conexión e inténtelo de nuevo.',
  'Selected rows': 'Filas seleccionadas',
  'The rows that match the search and the filters': 'Las filas que coinciden con la búsqueda y los filtros',
  'The view “{view}”': 'La vista «{view}»',
  'The view “{view}”, changed': 'La vista «{view}», modificada',
  'Select these rows': 'Seleccionar estas filas',
  'The whole table': 'La tabla entera',
  'Your session has ended. Sign in to continue where you were.':
    'Su sesión ha terminado. Inicie sesión para continuar donde estaba.',
  'You are signed out. Sign in again to continue.':
    'Su sesión está cerrada. Vuelva a iniciarla para continuar.',
  'Your role does not permit this. Ask an administrator for it.':
    'Su rol no lo permite. Pídaselo a un administrador.',
  'There is nothing here any more.': 'Aquí ya no hay nada.',
  'Too many attempts. Wait {seconds|# second|# seconds}, then try again.':
    'Demasiados intentos. Espere {seconds|# segundo|# de segundos|# segundos} e inténtelo de nuevo.',
  'The service is not available at the moment. Try again in a few seconds.':
    'El servicio no está disponible en este momento. Inténtelo de nuevo en unos segundos.',
  'Something went wrong ({status}). Try again in a moment.':
    'Algo ha fallado ({status}). Inténtelo de nuevo en un momento.',

  Notifications: 'Notificaciones',
  'Notifications, {count} unread': 'Notificaciones, {count} sin leer',
  'Nothing new.': 'Nada nuevo.',
  Unread: 'Sin leer',
  'Mark as read': 'Marcar como leída',
  'Mark all as read': 'Marcar todo como leído',
  'Remove: {title}': 'Quitar: {title}',
  'The e-mail could not be delivered.': 'No se ha podido entregar el correo.',
  'What it is about': 'De qué se trata',
  List: 'Lista',
  Immediately: 'Al momento',
  'Save notifications': 'Guardar las notificaciones',
  'Your notifications are saved.': 'Sus notificaciones se han guardado.',

  'API call': 'Llamada a la API',
  'The last {hours} hours': 'Las últimas {hours} horas',
  'The last {hours} hours: {calls|# call|# calls}, {failures} of them failed; the highest 95th percentile of an hour is {longest}.':
    'Las últimas {hours} horas: {calls|# llamada|# de llamadas|# llamadas}, {failures} de ellas con error; el percentil 95 más alto de una hora es {longest}.',
  '{time}: {calls|# call|# calls}, {failures} failed, 95th percentile {p95}':
    '{time}: {calls|# llamada|# de llamadas|# llamadas}, {failures} con error, percentil 95 {p95}',
  'Calls: {count}': 'Llamadas: {count}',
  'Failures: {count}': 'Errores: {count}',
  '95th percentile (at most {longest})': 'Percentil 95 (como máximo {longest})',
  'Calls per hour': 'Llamadas por hora',
  'The figures as a table': 'Las cifras en una tabla',
  Hour: 'Hora',
  Calls: 'Llamadas',
  Failures: 'Errores',
  '95th percentile': 'Percentil 95',
  Attempts: 'Intentos',
  'Attempt {number}': 'Intento {number}',
  Request: 'Solicitud',
  Response: 'Respuesta',
  'The request was not logged.': 'La solicitud no se registró.',
  'There was no response, or it was not logged.': 'No hubo respuesta o no se registró.',
  'No headers': 'Sin cabeceras',
  'No body': 'Sin contenido',
  'Body: {message}': 'Contenido: {message}',
  'request of attempt {number}': 'solicitud del intento {number}',
  'response of attempt {number}': 'respuesta del intento {number}',
  'No response': 'Sin respuesta',
  Action: 'Acción',
  'It has not ended yet.': 'Aún no ha terminado.',
  'Row {id}': 'Fila {id}',
  'Rows that are not listed: {count}': 'Filas que no se enumeran: {count}',
  'Deleted user {id}': 'Usuario eliminado {id}',
  'The page could not be loaded. Check your connection, then load it again.':
    'No se ha podido cargar la página. Compruebe la conexión y vuelva a cargarla.',

  Commands: 'Comandos',
  'Search pages, tables and actions': 'Buscar páginas, tablas y acciones',
  'Recently used': 'Usados recientemente',
  'This table': 'Esta tabla',
  'This row': 'Esta fila',
  Overview: 'Vista general',

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
