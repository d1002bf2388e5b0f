import { withVariants } from './withVariants.ts';

/** Types of notifications and their titles, failed API calls, and the delivery states of mails, in French. */
export const notifications = withVariants(
  {
    'Hello {name},': 'Bonjour {name},',
    'An export is ready': 'Un export est prêt',
    'An export failed': 'Un export a échoué',
    'A background action is done': 'Une action en arrière-plan est terminée',
    'A background action failed': 'Une action en arrière-plan a échoué',
    'An API call failed': 'Un appel d’API a échoué',
    'A call to another service failed: {method} {address}':
      'Un appel à un autre service a échoué : {method} {address}',
    'A call from another program failed: {method} {address}':
      'Un appel d’un autre programme a échoué : {method} {address}',
    'Many different API calls failed': 'De nombreux appels d’API différents ont échoué',
    'Show the call': 'Voir l’appel',

    'At {since}: {outcome}\nEqual failures are counted until {until}.':
      'Le {since} : {outcome}\nLes échecs identiques sont comptés jusqu’au {until}.',
    'Once, at {since}: {outcome}': 'Une fois, le {since} : {outcome}',
    '{count} times since {since}: {outcome}': '{count} fois depuis le {since} : {outcome}',
    'Since {since}, too many different calls have failed to report each one. One of them: {method} {address}: {outcome}':
      'Depuis le {since}, trop d’appels différents ont échoué pour signaler chacun d’eux. L’un d’eux : {method} {address} : {outcome}',
    '{count} failures since {since}, in too many different calls to report each one. One of them: {method} {address}: {outcome}':
      '{count} échecs depuis le {since}, dans trop d’appels différents pour signaler chacun d’eux. L’un d’eux : {method} {address} : {outcome}',

    'The mail server cannot be reached. Delivery will be retried.':
      'Le serveur de messagerie est injoignable. L’envoi sera retenté.',
    'The e-mail was not sent: the mail server could not be reached.':
      'L’e-mail n’a pas été envoyé : le serveur de messagerie était injoignable.',
    'The mail server rejects the e-mail temporarily. Delivery will be retried.':
      'Le serveur de messagerie refuse l’e-mail pour le moment. L’envoi sera retenté.',
    'The e-mail was not sent: the mail server rejected it in several attempts.':
      'L’e-mail n’a pas été envoyé : le serveur de messagerie l’a refusé à plusieurs reprises.',
    'The mail server rejects the sign-in of the service. Delivery will be retried.':
      'Le serveur de messagerie refuse la connexion du service. L’envoi sera retenté.',
    'The e-mail was not sent: the mail server rejects the sign-in of the service. Contact the operator.':
      'L’e-mail n’a pas été envoyé : le serveur de messagerie refuse la connexion du service. Contactez l’exploitant.',
    'The mail server rejects your address temporarily. Delivery will be retried.':
      'Le serveur de messagerie refuse votre adresse pour le moment. L’envoi sera retenté.',
    'The e-mail was not sent: the mail server rejects your address.':
      'L’e-mail n’a pas été envoyé : le serveur de messagerie refuse votre adresse.',
    'The mail server rejects the message temporarily. Delivery will be retried.':
      'Le serveur de messagerie refuse le message pour le moment. L’envoi sera retenté.',
    'The e-mail was not sent: the mail server rejects the message.':
      'L’e-mail n’a pas été envoyé : le serveur de messagerie refuse le message.',
    'The e-mail could not be written to the outbox. Delivery will be retried.':
      'L’e-mail n’a pas pu être écrit dans la boîte d’envoi. L’envoi sera retenté.',
    'The e-mail could not be written to the outbox. Contact the operator.':
      'L’e-mail n’a pas pu être écrit dans la boîte d’envoi. Contactez l’exploitant.',
    'The e-mail was not sent: the account is not active.':
      'L’e-mail n’a pas été envoyé : le compte n’est pas actif.',
  },
  { user: 'Utilisateur : {user}', firstUser: 'Utilisateur du premier appel : {user}' },
);
