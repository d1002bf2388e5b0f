/** Why API calls failed, in French. */
export const apiCalls = {
  'timeout: No complete response within the time limit.':
    'Délai dépassé : aucune réponse complète dans le délai.',
  'timeout: No connection within the time limit.': 'Délai dépassé : aucune connexion dans le délai.',
  'timeout: The request could not be built within the time limit.':
    'Délai dépassé : la requête n’a pas pu être construite à temps.',
  'aborted: The caller cancelled the call.': 'Annulé : l’appelant a annulé l’appel.',
  'redirect: The response redirects to something that is not an HTTP URL.':
    'Redirection : la réponse redirige vers autre chose qu’une URL HTTP.',
  'redirect: The response redirects to another origin, and would take the body there.':
    'Redirection : la réponse redirige vers une autre origine, et y emporterait le contenu.',
  'redirect: The response redirects after its stream was sent.':
    'Redirection : la réponse redirige après l’envoi du flux.',
  'redirect: The response redirects more than {times} times.':
    'Redirection : la réponse redirige plus de {times} fois.',
  'refused: The WSDL returned status {status}.': 'Refusé : le WSDL a renvoyé l’état {status}.',
  'too_large: The response is larger than {bytes} bytes. Raise maxResponseSize, or use a sink in options().':
    'Trop grand : la réponse dépasse {bytes} octets. Augmentez maxResponseSize, ou utilisez sink dans options().',
  'other: The response cannot be decoded as {encoding}.':
    'Autre cause : la réponse ne peut pas être décodée en {encoding}.',
  'other: The response cannot be written to {path}.':
    'Autre cause : la réponse ne peut pas être écrite dans {path}.',
  'dns: {message}': 'Nom introuvable : {message}',
  'refused: {message}': 'Connexion refusée : {message}',
  'reset: {message}': 'Connexion interrompue : {message}',
  'timeout: {message}': 'Délai dépassé : {message}',
  'too_large: {message}': 'Trop grand : {message}',
  'aborted: {message}': 'Annulé : {message}',
  'redirect: {message}': 'Redirection : {message}',
  'other: {message}': 'Autre cause : {message}',
  'The client closed the connection before the response was sent.':
    'Le client a fermé la connexion avant l’envoi de la réponse.',
  'current() of the token provider {name} failed; the cause says why.':
    'current() du fournisseur de jetons {name} a échoué ; la cause indique pourquoi.',
  'current() of the token provider {name} returned no token; return visible ASCII characters without spaces.':
    'current() du fournisseur de jetons {name} n’a renvoyé aucun jeton ; il faut des caractères ASCII visibles sans espaces.',
  'refresh() of the token provider {name} failed; the cause says why.':
    'refresh() du fournisseur de jetons {name} a échoué ; la cause indique pourquoi.',
};
