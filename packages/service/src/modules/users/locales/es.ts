/** Labels and groups of permissions, in Spanish, with the names that they contain. */
export const permissions = {
  'See the list of {name}': '{name}: ver la lista',
  'Export {name}': '{name}: exportar',
  'Create {name}': '{name}: crear',
  'See details of {name}': '{name}: ver los detalles',
  'Change {name}': '{name}: modificar',
  'Delete {name}': '{name}: eliminar',
  'Download {name}': '{name}: descargar',
  'Filter {name} by {filter}': '{name}: filtrar por {filter}',
  Roles: 'Roles',
  'Create users': 'Usuarios: crear',
  'Change users': 'Usuarios: modificar',
  'Invite users': 'Usuarios: invitar',
  'See the list of roles': 'Roles: ver la lista',
  'See what a role may do': 'Ver qué permite un rol',
  'Change what roles may do': 'Modificar lo que permiten los roles',
  'See single API calls and their figures': 'Ver las llamadas a API una a una y sus cifras',
  'Invite users by e-mail': 'Invitar a usuarios por correo',
  'See sessions and API keys of users': 'Ver las sesiones y claves de API de los usuarios',
  'End sessions and API keys of users': 'Cerrar las sesiones y revocar las claves de API de los usuarios',
  'Create and copy roles': 'Roles: crear y copiar',
  'Rename roles': 'Roles: cambiar de nombre',
  'Delete roles': 'Roles: eliminar',

  Users: 'Usuarios',
  'API logs': 'Registro de API',
  User: 'Usuario',
  Role: 'Rol',
  Permission: 'Permiso',
  'Act as this user': 'Actuar como este usuario',
};

/** Mails about passwords, in Spanish. */
export const mails = {
  'Choose a new password': 'Elegir una contraseña nueva',
  'Choose a password': 'Elegir una contraseña',
  'A new password was requested for your account. Choose it within {minutes} minutes; the link works once.\nIf you did not request this, ignore this e-mail: your password does not change.':
    'Se ha solicitado una contraseña nueva para su cuenta. Elíjala en un plazo de {minutes} minutos; el enlace funciona una vez.\nSi no la ha solicitado, ignore este correo: su contraseña no cambia.',
  '{name} invites you to Rowhouse': '{name} le invita a Rowhouse',
  'An account was created for you. Choose its password within {minutes} minutes; the link works once. If it has expired, request another invitation.':
    'Se ha creado una cuenta para usted. Elija su contraseña en un plazo de {minutes} minutos; el enlace funciona una vez. Si ha caducado, pida otra invitación.',
  'Your password was changed': 'Su contraseña ha cambiado',
  'It was changed by a link that was sent to this address, and you were signed out everywhere. Your API keys still work.\nIf this was not you, contact an administrator.':
    'Se cambió mediante un enlace enviado a esta dirección, y se cerraron todas sus sesiones. Sus claves de API siguen funcionando.\nSi no fue usted, contacte con un administrador.',
};
