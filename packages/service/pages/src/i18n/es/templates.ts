/** Texts of the templates of the service's tables. */
export const templates = {
  'E-mail': 'Correo electrónico',
  Status: 'Estado',
  Total: 'Total',
  'The selected record is about to be deleted. Are you sure?':
    'Se eliminará el registro seleccionado. ¿Está seguro?',

  Users: 'Usuarios',
  Name: 'Nombre',
  Role: 'Rol',
  Administrator: 'Administrador',
  Supervisor: 'Supervisor',
  User: 'Usuario',
  Active: 'Activo',
  'May sign in': 'Puede iniciar sesión',
  Language: 'Idioma',
  Created: 'Creado',
  Invited: 'Invitado',
  'Has not chosen a password yet': 'Aún no ha elegido contraseña',
  Create: 'Crear',
  'Act as this user': 'Actuar como este usuario',
  'You will act as this user for an hour at most, until you stop. Continue?':
    'Actuará como este usuario durante una hora como máximo, hasta que lo termine. ¿Continuar?',

  'API logs': 'Registro de API',
  Time: 'Hora',
  Direction: 'Sentido',
  Inbound: 'Entrante',
  Outbound: 'Saliente',
  Method: 'Método',
  Permission: 'Permiso',
  'The route that was called, or during which the call was made':
    'La ruta a la que se llamó o durante la cual se hizo la llamada',
  URL: 'URL',
  Attempt: 'Intento',
  Duration: 'Duración',
  'In milliseconds': 'En milisegundos',
  Error: 'Error',
};
