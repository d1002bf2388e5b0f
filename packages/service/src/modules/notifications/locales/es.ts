import { withVariants } from './withVariants.ts';

/** Types of notifications and their titles, failed API calls, and the delivery states of mails, in Spanish. */
export const notifications = withVariants(
  {
    'Hello {name},': 'Hola, {name}:',
    'An export is ready': 'Una exportación está lista',
    'An export failed': 'Una exportación ha fallado',
    'A background action is done': 'Una acción en segundo plano ha terminado',
    'A background action failed': 'Una acción en segundo plano ha fallado',
    'An API call failed': 'Una llamada a API ha fallado',
    'A call to another service failed: {method} {address}':
      'Una llamada a otro servicio ha fallado: {method} {address}',
    'A call from another program failed: {method} {address}':
      'Una llamada de otro programa ha fallado: {method} {address}',
    'Many different API calls failed': 'Han fallado muchas llamadas a API distintas',
    'Show the call': 'Ver la llamada',

    'At {since}: {outcome}\nEqual failures are counted until {until}.':
      'El {since}: {outcome}\nLos fallos iguales se cuentan hasta el {until}.',
    'Once, at {since}: {outcome}': 'Una vez, el {since}: {outcome}',
    '{count} times since {since}: {outcome}': '{count} veces desde el {since}: {outcome}',
    'Since {since}, too many different calls have failed to report each one. One of them: {method} {address}: {outcome}':
      'Desde el {since} han fallado demasiadas llamadas distintas para informar de cada una. Una de ellas: {method} {address}: {outcome}',
    '{count} failures since {since}, in too many different calls to report each one. One of them: {method} {address}: {outcome}':
      '{count} fallos desde el {since}, en demasiadas llamadas distintas para informar de cada una. Una de ellas: {method} {address}: {outcome}',

    'The mail server cannot be reached. Delivery will be retried.':
      'No se puede contactar con el servidor de correo. Se volverá a intentar el envío.',
    'The e-mail was not sent: the mail server could not be reached.':
      'El correo no se envió: no se pudo contactar con el servidor de correo.',
    'The mail server rejects the e-mail temporarily. Delivery will be retried.':
      'El servidor de correo rechaza el correo por ahora. Se volverá a intentar el envío.',
    'The e-mail was not sent: the mail server rejected it in several attempts.':
      'El correo no se envió: el servidor de correo lo rechazó en varios intentos.',
    'The mail server rejects the sign-in of the service. Delivery will be retried.':
      'El servidor de correo rechaza el inicio de sesión del servicio. Se volverá a intentar el envío.',
    'The e-mail was not sent: the mail server rejects the sign-in of the service. Contact the operator.':
      'El correo no se envió: el servidor de correo rechaza el inicio de sesión del servicio. Contacte con el operador.',
    'The mail server rejects your address temporarily. Delivery will be retried.':
      'El servidor de correo rechaza su dirección por ahora. Se volverá a intentar el envío.',
    'The e-mail was not sent: the mail server rejects your address.':
      'El correo no se envió: el servidor de correo rechaza su dirección.',
    'The mail server rejects the message temporarily. Delivery will be retried.':
      'El servidor de correo rechaza el mensaje por ahora. Se volverá a intentar el envío.',
    'The e-mail was not sent: the mail server rejects the message.':
      'El correo no se envió: el servidor de correo rechaza el mensaje.',
    'The e-mail could not be written to the outbox. Delivery will be retried.':
      'El correo no se pudo escribir en la bandeja de salida. Se volverá a intentar el envío.',
    'The e-mail could not be written to the outbox. Contact the operator.':
      'El correo no se pudo escribir en la bandeja de salida. Contacte con el operador.',
    'The e-mail was not sent: the account is not active.': 'El correo no se envió: la cuenta no está activa.',
  },
  { user: 'Usuario: {user}', firstUser: 'Usuario de la primera llamada: {user}' },
);
