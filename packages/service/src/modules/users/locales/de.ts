/** What the templates of the service's tables say: labels, tooltips, messages and statuses. The pages use it too. */
export const templates = {
  'E-mail': 'E-Mail',
  Status: 'Status',
  Total: 'Gesamt',
  'The selected record is about to be deleted. Are you sure?':
    'Der Datensatz wird gelöscht. Sind Sie sicher?',

  Users: 'Benutzer',
  Name: 'Name',
  Role: 'Rolle',
  Administrator: 'Administrator',
  Supervisor: 'Leitung',
  User: 'Benutzer',
  Active: 'Aktiv',
  'May sign in': 'Darf sich anmelden',
  Language: 'Sprache',
  Created: 'Angelegt',
  Invited: 'Eingeladen',
  'Has not chosen a password yet': 'Hat noch kein Passwort gewählt',
  Create: 'Neu',
  'Act as this user': 'Als diese Person handeln',
  "You will act in this user's name, for an hour at most, until you stop. Go on?":
    'Sie handeln im Namen dieser Person, höchstens eine Stunde lang, bis Sie es beenden. Fortfahren?',

  'API logs': 'API-Protokoll',
  Time: 'Zeit',
  Direction: 'Richtung',
  Inbound: 'Eingehend',
  Outbound: 'Ausgehend',
  Method: 'Methode',
  Permission: 'Berechtigung',
  'The route that was called, or during which the call was made':
    'Die Route, die aufgerufen wurde, oder während der der Aufruf geschah',
  URL: 'URL',
  Attempt: 'Versuch',
  Duration: 'Dauer',
  'In milliseconds': 'In Millisekunden',
  Error: 'Fehler',
};

/** Mails about passwords. */
export const mails = {
  'Choose a new password': 'Neues Passwort wählen',
  'Choose a password': 'Passwort wählen',
  'A new password was requested for your account. Choose it within {minutes} minutes; the link works once.\nIf it was not you, ignore this e-mail: your password stays as it is.':
    'Für Ihren Zugang wurde ein neues Passwort angefordert. Wählen Sie es innerhalb von {minutes} Minuten; der Link gilt nur einmal.\nWenn Sie das nicht waren, beachten Sie diese E-Mail nicht: Ihr Passwort bleibt, wie es ist.',
  '{name} invites you to Rowhouse': '{name} lädt Sie zu Rowhouse ein',
  'An account was created for you. Choose its password within {minutes} minutes; the link works once. If the time has passed, ask for another invitation.':
    'Für Sie wurde ein Zugang angelegt. Wählen Sie innerhalb von {minutes} Minuten ein Passwort dafür; der Link gilt nur einmal. Wenn die Zeit abgelaufen ist, bitten Sie um eine neue Einladung.',
  'Your password was changed': 'Ihr Passwort wurde geändert',
  'It was changed by a link that was sent to this address, and you were signed out everywhere. Your API keys still work.\nIf it was not you, tell an administrator.':
    'Es wurde über einen Link geändert, der an diese Adresse ging, und Sie wurden überall abgemeldet. Ihre API-Schlüssel gelten weiter.\nWenn Sie das nicht waren, verständigen Sie einen Administrator.',
};
