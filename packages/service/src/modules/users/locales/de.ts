/** Labels and groups of permissions, in German. */
export const permissions = {
  'See the list of {name}': '{name}: Liste ansehen',
  'Export {name}': '{name}: exportieren',
  'Create {name}': '{name}: anlegen',
  'See details of {name}': '{name}: Einzelheiten ansehen',
  'Change {name}': '{name}: ändern',
  'Delete {name}': '{name}: löschen',
  'Download {name}': '{name}: herunterladen',
  'Filter {name} by {filter}': '{name}: filtern nach {filter}',
  Roles: 'Rollen',
  'Create users': 'Benutzer: anlegen',
  'Change users': 'Benutzer: ändern',
  'Invite users': 'Benutzer: einladen',
  'See the list of roles': 'Rollen: Liste ansehen',
  'See what a role may do': 'Ansehen, was eine Rolle darf',
  'Change what roles may do': 'Ändern, was Rollen dürfen',
  'See single API calls and their figures': 'Einzelne API-Aufrufe und ihre Zahlen ansehen',
  'Invite users by e-mail': 'Benutzer per E-Mail einladen',
  'See sessions and API keys of users': 'Sitzungen und API-Schlüssel von Benutzern sehen',
  'End sessions and API keys of users': 'Sitzungen und API-Schlüssel von Benutzern beenden',
  'Create and copy roles': 'Rollen: anlegen und kopieren',
  'Rename roles': 'Rollen: umbenennen',
  'Delete roles': 'Rollen: löschen',
};

/**
 * Texts of the templates of the service's tables: labels, tooltips, messages and statuses. The pages use it
 * too.
 */
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
  'You will act as this user for an hour at most, until you stop. Continue?':
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
  'A new password was requested for your account. Choose it within {minutes} minutes; the link works once.\nIf you did not request this, ignore this e-mail: your password does not change.':
    'Für Ihren Zugang wurde ein neues Passwort angefordert. Wählen Sie es innerhalb von {minutes} Minuten; der Link gilt nur einmal.\nWenn Sie das nicht waren, beachten Sie diese E-Mail nicht: Ihr Passwort bleibt, wie es ist.',
  '{name} invites you to Rowhouse': '{name} lädt Sie zu Rowhouse ein',
  'An account was created for you. Choose its password within {minutes} minutes; the link works once. If it has expired, request another invitation.':
    'Für Sie wurde ein Zugang angelegt. Wählen Sie innerhalb von {minutes} Minuten ein Passwort dafür; der Link gilt nur einmal. Wenn die Zeit abgelaufen ist, bitten Sie um eine neue Einladung.',
  'Your password was changed': 'Ihr Passwort wurde geändert',
  'It was changed by a link that was sent to this address, and you were signed out everywhere. Your API keys still work.\nIf this was not you, contact an administrator.':
    'Es wurde über einen Link geändert, der an diese Adresse ging, und Sie wurden überall abgemeldet. Ihre API-Schlüssel gelten weiter.\nWenn Sie das nicht waren, verständigen Sie einen Administrator.',
};
