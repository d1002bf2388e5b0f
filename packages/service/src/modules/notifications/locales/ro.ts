import { withVariants } from './withVariants.ts';

/** Types of notifications and their titles, failed API calls, and the delivery states of mails, in Romanian. */
export const notifications = withVariants(
  {
    'Hello {name},': 'Bună ziua, {name},',
    'An export is ready': 'Un export este gata',
    'An export failed': 'Un export a eșuat',
    'A background action is done': 'O acțiune din fundal s-a încheiat',
    'A background action failed': 'O acțiune din fundal a eșuat',
    'An API call failed': 'Un apel API a eșuat',
    'A call to another service failed: {method} {address}':
      'Un apel către alt serviciu a eșuat: {method} {address}',
    'A call from another program failed: {method} {address}':
      'Un apel al altui program a eșuat: {method} {address}',
    'Many different API calls failed': 'Multe apeluri API diferite au eșuat',
    'Show the call': 'Vezi apelul',

    'At {since}: {outcome}\nEqual failures are counted until {until}.':
      'La {since}: {outcome}\nEșecurile identice sunt numărate până la {until}.',
    'Once, at {since}: {outcome}': 'O dată, la {since}: {outcome}',
    '{count} times since {since}: {outcome}': 'De {count} ori din {since}: {outcome}',
    'Since {since}, too many different calls have failed to report each one. One of them: {method} {address}: {outcome}':
      'Din {since} au eșuat prea multe apeluri diferite pentru a le semnala pe fiecare. Unul dintre ele: {method} {address}: {outcome}',
    '{count} failures since {since}, in too many different calls to report each one. One of them: {method} {address}: {outcome}':
      '{count} eșecuri din {since}, la prea multe apeluri diferite pentru a le semnala pe fiecare. Unul dintre ele: {method} {address}: {outcome}',

    'The mail server cannot be reached. Delivery will be retried.':
      'Serverul de e-mail nu poate fi contactat. Trimiterea va fi reîncercată.',
    'The e-mail was not sent: the mail server could not be reached.':
      'E-mailul nu a fost trimis: serverul de e-mail nu a putut fi contactat.',
    'The mail server rejects the e-mail temporarily. Delivery will be retried.':
      'Serverul de e-mail refuză deocamdată e-mailul. Trimiterea va fi reîncercată.',
    'The e-mail was not sent: the mail server rejected it in several attempts.':
      'E-mailul nu a fost trimis: serverul de e-mail l-a refuzat la mai multe încercări.',
    'The mail server rejects the sign-in of the service. Delivery will be retried.':
      'Serverul de e-mail refuză autentificarea serviciului. Trimiterea va fi reîncercată.',
    'The e-mail was not sent: the mail server rejects the sign-in of the service. Contact the operator.':
      'E-mailul nu a fost trimis: serverul de e-mail refuză autentificarea serviciului. Contactați operatorul.',
    'The mail server rejects your address temporarily. Delivery will be retried.':
      'Serverul de e-mail refuză deocamdată adresa dumneavoastră. Trimiterea va fi reîncercată.',
    'The e-mail was not sent: the mail server rejects your address.':
      'E-mailul nu a fost trimis: serverul de e-mail refuză adresa dumneavoastră.',
    'The mail server rejects the message temporarily. Delivery will be retried.':
      'Serverul de e-mail refuză deocamdată mesajul. Trimiterea va fi reîncercată.',
    'The e-mail was not sent: the mail server rejects the message.':
      'E-mailul nu a fost trimis: serverul de e-mail refuză mesajul.',
    'The e-mail could not be written to the outbox. Delivery will be retried.':
      'E-mailul nu a putut fi scris în dosarul de ieșire. Trimiterea va fi reîncercată.',
    'The e-mail could not be written to the outbox. Contact the operator.':
      'E-mailul nu a putut fi scris în dosarul de ieșire. Contactați operatorul.',
    'The e-mail was not sent: the account is not active.': 'E-mailul nu a fost trimis: contul nu este activ.',
  },
  { user: 'Utilizator: {user}', firstUser: 'Utilizatorul primului apel: {user}' },
);
