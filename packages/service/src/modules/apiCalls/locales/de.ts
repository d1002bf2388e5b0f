/** Why API calls failed. */
export const apiCalls = {
  'timeout: No complete response within the time limit.':
    'Zeitlimit überschritten: Es kam keine vollständige Antwort.',
  'timeout: No connection within the time limit.':
    'Zeitlimit überschritten: Es kam keine Verbindung zustande.',
  'timeout: The request could not be built within the time limit.':
    'Zeitlimit überschritten: Die Anfrage konnte nicht rechtzeitig erstellt werden.',
  'aborted: The caller cancelled the call.': 'Abgebrochen: Der Aufrufer hat den Aufruf abgebrochen.',
  'redirect: The response redirects to something that is not an HTTP URL.':
    'Weiterleitung: Die Antwort leitet zu etwas weiter, das keine HTTP-Adresse ist.',
  'redirect: The response redirects to another origin, and would take the body there.':
    'Weiterleitung: Die Antwort leitet zu einem anderen Server weiter und würde den Inhalt dorthin mitnehmen.',
  'redirect: The response redirects after its stream was sent.':
    'Weiterleitung: Die Antwort leitet weiter, nachdem der Datenstrom gesendet war.',
  'redirect: The response redirects more than {times} times.':
    'Weiterleitung: Die Antwort leitet mehr als {times}-mal weiter.',
  'refused: The WSDL returned status {status}.': 'Abgelehnt: Die WSDL wurde mit Status {status} beantwortet.',
  'too_large: The response is larger than {bytes} bytes. Raise maxResponseSize, or use a sink in options().':
    'Zu groß: Die Antwort hat mehr als {bytes} Bytes. Erhöhen Sie maxResponseSize, oder verwenden Sie sink in options().',
  'other: The response cannot be decoded as {encoding}.':
    'Andere Ursache: Die Antwort kann nicht als {encoding} dekodiert werden.',
  'other: The response cannot be written to {path}.':
    'Andere Ursache: Die Antwort kann nicht nach {path} geschrieben werden.',
  'dns: {message}': 'Name nicht gefunden: {message}',
  'refused: {message}': 'Verbindung abgelehnt: {message}',
  'reset: {message}': 'Verbindung abgebrochen: {message}',
  'timeout: {message}': 'Zeitlimit überschritten: {message}',
  'too_large: {message}': 'Zu groß: {message}',
  'aborted: {message}': 'Abgebrochen: {message}',
  'redirect: {message}': 'Weiterleitung: {message}',
  'other: {message}': 'Andere Ursache: {message}',
  'The client closed the connection before the response was sent.':
    'Der Client hat die Verbindung geschlossen, bevor die Antwort gesendet war.',
  'current() of the token provider {name} failed; the cause says why.':
    'current() des Token-Providers {name} ist fehlgeschlagen; der Grund steht in der Ursache (cause).',
  'current() of the token provider {name} returned no token; return visible ASCII characters without spaces.':
    'current() des Token-Providers {name} hat kein Token geliefert; nötig sind sichtbare ASCII-Zeichen ohne Leerzeichen.',
  'refresh() of the token provider {name} failed; the cause says why.':
    'refresh() des Token-Providers {name} ist fehlgeschlagen; der Grund steht in der Ursache (cause).',
};
