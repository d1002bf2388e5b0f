import { withVariants } from './withVariants.ts';

/** Types of notifications and their titles, failed API calls, and the delivery states of mails. */
export const notifications = withVariants(
  {
    'Hello {name},': 'Guten Tag {name},',

    'An export is ready': 'Ein Export ist fertig',
    'An export failed': 'Ein Export ist gescheitert',
    'A background action is done': 'Eine Aktion im Hintergrund ist fertig',
    'A background action failed': 'Eine Aktion im Hintergrund ist gescheitert',
    'An API call failed': 'Ein API-Aufruf ist gescheitert',

    'A call to another service failed: {method} {address}':
      'Ein Aufruf eines anderen Dienstes ist gescheitert: {method} {address}',
    'A call from another program failed: {method} {address}':
      'Ein Aufruf eines anderen Programms ist hier gescheitert: {method} {address}',
    'Many different API calls failed': 'Viele verschiedene API-Aufrufe sind gescheitert',
    'At {since}: {outcome}\nEqual failures are counted until {until}.':
      'Um {since}: {outcome}\nGleiche Fehler werden bis {until} gezählt.',
    'Once, at {since}: {outcome}': 'Einmal, um {since}: {outcome}',
    '{count} times since {since}: {outcome}': '{count}-mal seit {since}: {outcome}',
    'Since {since}, too many different calls have failed to report each one. One of them: {method} {address}: {outcome}':
      'Seit {since} sind mehr verschiedene Aufrufe gescheitert, als einzeln gemeldet werden. Einer davon: {method} {address}: {outcome}',
    '{count} failures since {since}, in too many different calls to report each one. One of them: {method} {address}: {outcome}':
      '{count}-mal seit {since}, bei zu vielen verschiedenen Aufrufen, um sie einzeln zu melden. Einer davon: {method} {address}: {outcome}',
    'Show the call': 'Aufruf ansehen',

    'The mail server cannot be reached. Delivery will be retried.':
      'Der Mailserver ist im Augenblick nicht erreichbar. Es wird noch einmal versucht.',
    'The e-mail was not sent: the mail server could not be reached.':
      'Die E-Mail wurde nicht gesendet: Der Mailserver war nicht erreichbar.',
    'The mail server rejects the e-mail temporarily. Delivery will be retried.':
      'Der Mailserver nimmt die E-Mail im Augenblick nicht an. Es wird noch einmal versucht.',
    'The e-mail was not sent: the mail server rejected it in several attempts.':
      'Die E-Mail wurde nicht gesendet: Der Mailserver hat sie in mehreren Versuchen nicht angenommen.',
    'The mail server rejects the sign-in of the service. Delivery will be retried.':
      'Der Mailserver lehnt die Anmeldung des Dienstes ab. Es wird noch einmal versucht.',
    'The e-mail was not sent: the mail server rejects the sign-in of the service. Contact the operator.':
      'Die E-Mail wurde nicht gesendet: Der Mailserver lehnt die Anmeldung des Dienstes ab. Sagen Sie es dem Betreiber.',
    'The mail server rejects your address temporarily. Delivery will be retried.':
      'Der Mailserver nimmt Ihre Adresse im Augenblick nicht an. Es wird noch einmal versucht.',
    'The e-mail was not sent: the mail server rejects your address.':
      'Die E-Mail wurde nicht gesendet: Der Mailserver nimmt Ihre Adresse nicht an.',
    'The mail server rejects the message temporarily. Delivery will be retried.':
      'Der Mailserver nimmt die Nachricht im Augenblick nicht an. Es wird noch einmal versucht.',
    'The e-mail was not sent: the mail server rejects the message.':
      'Die E-Mail wurde nicht gesendet: Der Mailserver nimmt die Nachricht nicht an.',
    'The e-mail could not be written to the outbox. Delivery will be retried.':
      'Die E-Mail konnte nicht in den Ausgang geschrieben werden. Es wird noch einmal versucht.',
    'The e-mail could not be written to the outbox. Contact the operator.':
      'Die E-Mail konnte nicht in den Ausgang geschrieben werden. Sagen Sie es dem Betreiber.',
    'The e-mail was not sent: the account is not active.':
      'Die E-Mail wurde nicht gesendet: Der Zugang ist nicht aktiv.',
  },
  { user: 'Benutzer: {user}', firstUser: 'Benutzer des ersten Aufrufs: {user}' },
);
