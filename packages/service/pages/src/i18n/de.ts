import { templates } from '../../../src/modules/users/locales/de.ts';
import type { Dictionary } from './translate.ts';

/** German. */
export const dictionary: Dictionary = {
  ...templates,

  'Skip to the content': 'Zum Inhalt springen',
  'Loading …': 'Wird geladen …',
  '{name}: overview': '{name}: Übersicht',
  Main: 'Hauptmenü',
  Menu: 'Menü',
  Appearance: 'Darstellung',
  System: 'System',
  Tables: 'Tabellen',
  'Find a table': 'Tabelle suchen',
  Light: 'Hell',
  Dark: 'Dunkel',
  'API documentation': 'API-Dokumentation',
  'You are offline. What you see may be out of date, and nothing can be saved.':
    'Sie sind offline. Was Sie sehen, kann veraltet sein, und nichts kann gespeichert werden.',
  Impersonation: 'Handeln als jemand anderes',
  'You act as {name}.': 'Sie handeln als {name}.',
  Stop: 'Beenden',

  Roles: 'Rollen',
  'The people who can sign in, and their permissions.':
    'Wer sich anmelden kann, und was diese Personen dürfen.',
  'The roles and their permissions.': 'Welche Rolle was darf.',
  'Inbound and outbound calls: requests, responses and failures.':
    'Aufrufe an andere Dienste und von ihnen: was gesendet und geantwortet wurde, und was fehlschlug.',
  'Welcome, {name}': 'Willkommen, {name}',
  'There is nothing here for you yet': 'Hier ist noch nichts für Sie',
  'Your role has no permissions so far. Ask an administrator for them.':
    'Ihre Rolle hat noch keine Berechtigungen. Bitten Sie einen Administrator darum.',

  'Sign out': 'Abmelden',
  Password: 'Passwort',
  'Show: {field}': 'Anzeigen: {field}',
  'Fill in your e-mail address and your password.': 'Geben Sie Ihre E-Mail-Adresse und Ihr Passwort ein.',
  'E-mail address or password is wrong.': 'E-Mail-Adresse oder Passwort ist falsch.',
  'No account, or forgot your password? Ask an administrator.':
    'Kein Zugang, oder Passwort vergessen? Wenden Sie sich an einen Administrator.',
  'No account? Ask an administrator.': 'Kein Zugang? Wenden Sie sich an einen Administrator.',
  'Forgot your password?': 'Passwort vergessen?',
  'We send you a link with which you can choose a new one.':
    'Wir senden Ihnen einen Link, mit dem Sie ein neues wählen können.',
  'Fill in your e-mail address.': 'Geben Sie Ihre E-Mail-Adresse ein.',
  'Send the link': 'Link senden',
  'Back to the sign-in': 'Zurück zur Anmeldung',
  'If an active account has this address, an e-mail with a link is on its way to {email}.':
    'Wenn ein aktiver Zugang diese Adresse hat, ist eine E-Mail mit einem Link an {email} unterwegs.',
  'The link works once, for 30 minutes. No e-mail? Look into the spam folder, or ask an administrator.':
    'Der Link gilt einmal, 30 Minuten lang. Keine E-Mail? Sehen Sie im Spam-Ordner nach, oder fragen Sie einen Administrator.',
  'This service sends no e-mail. Ask an administrator for a new password.':
    'Dieser Dienst versendet keine E-Mails. Bitten Sie einen Administrator um ein neues Passwort.',
  'This link cannot be used': 'Dieser Link gilt nicht mehr',
  'It is older than 30 minutes, was used already, or a newer one was sent.':
    'Er ist älter als 30 Minuten, wurde schon benutzt, oder es wurde ein neuerer versandt.',
  'Request another link': 'Neuen Link anfordern',
  'If you were invited, ask for another invitation.':
    'Wenn Sie eingeladen wurden, bitten Sie um eine neue Einladung.',
  'Choose a new password': 'Neues Passwort wählen',
  'Choose the password with which {email} signs in.':
    'Wählen Sie das Passwort, mit dem sich {email} anmeldet.',
  'Set the password': 'Passwort festlegen',
  'Your password is set. Sign in with it.': 'Ihr Passwort ist festgelegt. Melden Sie sich damit an.',
  'This account is not active. Ask an administrator to activate it.':
    'Dieser Zugang ist nicht aktiv. Bitten Sie einen Administrator, ihn freizuschalten.',

  'Page not found': 'Seite nicht gefunden',
  'There is no page at this address. It may have been moved, or the link is wrong.':
    'Unter dieser Adresse gibt es keine Seite. Sie wurde verschoben, oder der Link ist falsch.',
  'Go to the overview': 'Zur Übersicht',
  'Not permitted': 'Nicht erlaubt',
  'Your role ({role}) does not permit this page. Ask an administrator for it.':
    'Ihre Rolle ({role}) erlaubt diese Seite nicht. Bitten Sie einen Administrator darum.',
  '{name} does not respond': '{name} antwortet nicht',
  'Go back': 'Zurück',
  'Not found': 'Nicht gefunden',
  'This could not be loaded': 'Das konnte nicht geladen werden',

  'Your profile': 'Ihr Profil',
  'Name, language and time zone': 'Name, Sprache und Zeitzone',
  'Time zone': 'Zeitzone',
  'Same as the browser ({zone})': 'Wie der Browser ({zone})',
  'Save profile': 'Profil speichern',
  'Your profile is saved.': 'Ihr Profil ist gespeichert.',
  'Current password': 'Jetziges Passwort',
  'New password': 'Neues Passwort',
  'New password again': 'Neues Passwort noch einmal',
  'At least {count} characters.': 'Mindestens {count} Zeichen.',
  'Change password': 'Passwort ändern',
  'Your password is changed. Other browsers have been signed out.':
    'Ihr Passwort ist geändert. Andere Browser wurden abgemeldet.',
  'The password was not changed.': 'Das Passwort wurde nicht geändert.',
  'While you act as another user, that user’s profile, password and notifications cannot be changed.':
    'Solange Sie als jemand anderes handeln, können dessen Profil, Passwort und Benachrichtigungen nicht geändert werden.',
  'Please check the marked fields.': 'Bitte prüfen Sie die markierten Felder.',
  'is required': 'ist erforderlich',
  'is wrong': 'ist falsch',
  'must have at least {count} characters': 'muss mindestens {count} Zeichen haben',
  'is not the same as the new password': 'ist nicht dasselbe wie das neue Passwort',

  Image: 'Bild',
  'Choose an image': 'Bild auswählen',
  'Choose another': 'Anderes auswählen',
  'Choose an image, or drop one here. You can select a square part of it afterwards.':
    'Wählen Sie ein Bild aus, oder ziehen Sie eines hierher. Danach können Sie ein Quadrat davon ausschneiden.',
  'PNG, JPEG, GIF, WebP or SVG, {limit} MiB at most.':
    'PNG, JPEG, GIF, WebP oder SVG, höchstens {limit} MiB.',
  'Choose one image, not several.': 'Wählen Sie ein Bild aus, nicht mehrere.',
  'The file is too large. Choose one of {limit} MiB at most.':
    'Die Datei ist zu groß. Wählen Sie eine von höchstens {limit} MiB.',
  '“{file}” has no image that can be read. Choose a PNG, JPEG, GIF, WebP or SVG file.':
    '„{file}“ enthält kein lesbares Bild. Wählen Sie eine PNG-, JPEG-, GIF-, WebP- oder SVG-Datei.',
  'The browser could not cut this image. Choose another one.':
    'Der Browser konnte dieses Bild nicht zuschneiden. Wählen Sie ein anderes.',
  'Part of the image to be shown': 'Gezeigter Teil des Bildes',
  'Drag the image, or use the arrow keys; plus and minus zoom.':
    'Ziehen Sie das Bild, oder benutzen Sie die Pfeiltasten; Plus und Minus zoomen.',
  Zoom: 'Vergrößerung',
  'Left to right': 'Von links nach rechts',
  'Top to bottom': 'Von oben nach unten',
  'Save image': 'Bild speichern',
  'Sending the image': 'Bild wird gesendet',
  'Use the default image': 'Standardbild verwenden',
  'The image is saved.': 'Das Bild ist gespeichert.',
  'The default image is in use.': 'Das Standardbild wird verwendet.',
  'The service did not accept this image: {reason}': 'Der Dienst hat dieses Bild nicht angenommen: {reason}',
  'You may not change this image.': 'Sie dürfen dieses Bild nicht ändern.',
  'While you act as another user, no image can be changed.':
    'Solange Sie als jemand anderes handeln, kann kein Bild geändert werden.',

  'This row does not exist': 'Diese Zeile gibt es nicht',
  'It was deleted, or the link is wrong.': 'Sie wurde gelöscht, oder der Link ist falsch.',
  'Open the table': 'Zur Tabelle',
  'Rows of the result': 'Zeilen des Ergebnisses',
  'Rows that point here': 'Zeilen, die hierher zeigen',
  'as {name}': 'als {name}',
  'Row {number}': 'Zeile {number}',
  'Row {number} of {count}': 'Zeile {number} von {count}',
  'Copy link': 'Link kopieren',
  'The link was copied.': 'Der Link wurde kopiert.',
  'The link could not be copied. Copy it from here: {link}':
    'Der Link konnte nicht kopiert werden. Kopieren Sie ihn von hier: {link}',
  'Previous row': 'Vorige Zeile',
  'Next row': 'Nächste Zeile',
  'Previous row (left arrow key)': 'Vorige Zeile (Pfeiltaste nach links)',
  'Next row (right arrow key)': 'Nächste Zeile (Pfeiltaste nach rechts)',

  'New user': 'Neuer Benutzer',
  'Edit user': 'Benutzer bearbeiten',
  'Edit {name}': '{name} bearbeiten',
  'At least {count} characters. Tell it to the person, who can change it under “Your profile”.':
    'Mindestens {count} Zeichen. Teilen Sie es der Person mit; sie kann es unter „Ihr Profil“ ändern.',
  'Leave it empty to keep the present one. A new one signs the person out everywhere and deletes the person’s API keys.':
    'Leer lassen, um das jetzige zu behalten. Ein neues meldet die Person überall ab und löscht ihre API-Schlüssel.',
  'The person chooses it, by a link in an e-mail': 'Die Person wählt es über einen Link in einer E-Mail',
  'I set one': 'Ich vergebe eines',
  'Create and invite': 'Anlegen und einladen',
  'To invite people by e-mail instead, the service needs a mail server: see “Mail” in its guide for operators.':
    'Um stattdessen per E-Mail einzuladen, braucht der Dienst einen Mailserver: siehe „Mail“ in der Anleitung für Betreiber.',
  'Not accepted yet': 'Noch nicht angenommen',
  'Invited on {moment}. The link expires on {expiry}.': 'Eingeladen am {moment}. Der Link gilt bis {expiry}.',
  'Invited on {moment}. The link has expired.': 'Eingeladen am {moment}. Der Link ist abgelaufen.',
  'Invited on {moment}. The e-mail has not been sent yet.':
    'Eingeladen am {moment}. Die E-Mail wurde noch nicht versandt.',
  'This service has no mail server any more, so the invitation cannot be sent again. Give a password below.':
    'Dieser Dienst hat keinen Mailserver mehr; die Einladung kann nicht noch einmal gesendet werden. Vergeben Sie unten ein Passwort.',
  'Send the invitation again': 'Einladung noch einmal senden',
  'Default of the service': 'Vorgabe des Dienstes',
  'Create user': 'Benutzer anlegen',
  Save: 'Speichern',

  'Role: {role}': 'Rolle: {role}',
  'A role says what its users may do. Open one to see or change its permissions.':
    'Eine Rolle sagt, was ihre Benutzer dürfen. Öffnen Sie eine, um ihre Berechtigungen zu sehen oder zu ändern.',
  'May do everything': 'Darf alles',
  'May manage what belongs to others': 'Darf verwalten, was anderen gehört',
  Permissions: 'Berechtigungen',
  'Administrators have every permission, also those that are added later.':
    'Administratoren haben alle Berechtigungen, auch solche, die später hinzukommen.',
  'Search permissions': 'Berechtigungen suchen',
  'Found: {count}.': 'Gefunden: {count}.',
  'Granted: {count} of {total}.': 'Erteilt: {count} von {total}.',
  '{count} of {total}': '{count} von {total}',
  'No permission matches': 'Keine Berechtigung heißt so',
  'Show all': 'Alle zeigen',
  Others: 'Andere',
  'All of {group}': 'Alle von {group}',
  'Changes not saved: {count}': 'Nicht gespeicherte Änderungen: {count}',
  'All changes saved': 'Alles ist gespeichert',
  Undo: 'Rückgängig',
  'Leave without saving?': 'Gehen, ohne zu speichern?',
  'The permissions that you changed are not saved yet.':
    'Die geänderten Berechtigungen sind noch nicht gespeichert.',
  'Leave without saving': 'Gehen, ohne zu speichern',
  'Stay here': 'Hier bleiben',

  '(in part: {names})': '(zum Teil: {names})',
  'New role': 'Neue Rolle',
  'Create role': 'Rolle anlegen',
  'None: I will choose them next': 'Keine: Ich wähle sie danach',
  'Those of {role}': 'Die von {role}',
  Rename: 'Umbenennen',
  Copy: 'Kopieren',
  'Delete this role?': 'Diese Rolle löschen?',
  'The role {role} and its list of permissions will be deleted.':
    'Die Rolle {role} und die Liste ihrer Berechtigungen werden gelöscht.',
  'Users who have this role: {count}.': 'Benutzer mit dieser Rolle: {count}.',
  'It belongs to the service, and can be neither renamed nor deleted.':
    'Sie gehört zum Dienst und kann weder umbenannt noch gelöscht werden.',
  'It can be deleted when they have another one.': 'Sie kann gelöscht werden, wenn diese eine andere haben.',

  'Sessions and API keys': 'Sitzungen und API-Schlüssel',
  'See where you are signed in, and make API keys for programs that act in your name.':
    'Sehen Sie, wo Sie angemeldet sind, und erstellen Sie API-Schlüssel für Programme, die in Ihrem Namen handeln.',
  'Show sessions and API keys': 'Sitzungen und API-Schlüssel zeigen',
  'While you act as another user, that user’s sessions and API keys are not shown.':
    'Solange Sie als jemand anderes handeln, werden dessen Sitzungen und API-Schlüssel nicht gezeigt.',
  Sessions: 'Sitzungen',
  'Where you are signed in. End sessions that you do not recognise, then change your password. “Last used” is accurate to the hour; a browser notices within a minute that its session has ended.':
    'Wo Sie angemeldet sind. Beenden Sie Sitzungen, die Sie nicht kennen, und ändern Sie dann Ihr Passwort. „Zuletzt benutzt“ gilt auf die Stunde genau; ein Browser bemerkt innerhalb einer Minute, dass seine Sitzung beendet ist.',
  'Unknown device': 'Unbekanntes Gerät',
  'This browser': 'Dieser Browser',
  'Acts as {name}': 'Handelt als {name}',
  '{name} acts in this name': '{name} handelt in diesem Namen',
  'Last used {moment}': 'Zuletzt benutzt {moment}',
  'Since {moment}': 'Seit {moment}',
  End: 'Beenden',
  'End the session: {device}': 'Sitzung beenden: {device}',
  'End all other sessions': 'Alle anderen Sitzungen beenden',
  'End all sessions': 'Alle Sitzungen beenden',
  'The session is ended.': 'Die Sitzung ist beendet.',
  'All sessions are ended.': 'Alle Sitzungen sind beendet.',
  'All other sessions are ended.': 'Alle anderen Sitzungen sind beendet.',
  'No sessions.': 'Keine Sitzungen.',
  'API keys': 'API-Schlüssel',
  'A program with a key acts in your name. It sends the key in the header x-api-key. Create a key for each program.':
    'Ein Programm mit einem Schlüssel handelt in Ihrem Namen. Es sendet den Schlüssel im Header x-api-key. Erstellen Sie für jedes Programm einen.',
  'New API key': 'Neuer API-Schlüssel',
  'Create the key': 'Schlüssel erstellen',
  'Copy the key': 'Schlüssel kopieren',
  'The key is copied.': 'Der Schlüssel ist kopiert.',
  'The browser did not copy it. Select the key, and copy it yourself.':
    'Der Browser hat ihn nicht kopiert. Markieren Sie den Schlüssel, und kopieren Sie ihn selbst.',
  'Copy the key now: it is not shown again.':
    'Kopieren Sie den Schlüssel jetzt: Er wird nicht noch einmal gezeigt.',
  'I have copied it': 'Ich habe ihn kopiert',
  'Without a name': 'Ohne Namen',
  'The whole account': 'Der ganze Zugang',
  'Permissions: {count}': 'Berechtigungen: {count}',
  'Never used': 'Nie benutzt',
  'Does not expire': 'Läuft nicht ab',
  'Expires {moment}': 'Läuft ab {moment}',
  Expires: 'Läuft ab',
  Expired: 'Abgelaufen',
  Never: 'Nie',
  'In {count} days': 'In {count} Tagen',
  'What it may do': 'Was er darf',
  'What I choose below, as long as I may do it myself': 'Was ich unten wähle, solange ich es selbst darf',
  'All my permissions': 'Alles, was ich darf',
  'Choose what the key may do.': 'Wählen Sie, was der Schlüssel darf.',
  Revoke: 'Widerrufen',
  'Revoke the API key: {name}': 'API-Schlüssel widerrufen: {name}',
  'Revoke this API key?': 'Diesen API-Schlüssel widerrufen?',
  'Programs that use it are refused from now on.': 'Programme, die ihn benutzen, werden ab jetzt abgewiesen.',
  'The API key is revoked.': 'Der API-Schlüssel ist widerrufen.',
  'No API keys.': 'Keine API-Schlüssel.',

  'The response of the service cannot be read. Try again in a moment.':
    'Die Antwort des Dienstes ist nicht lesbar. Versuchen Sie es gleich noch einmal.',
  'The service cannot be reached. Check your connection, then try again.':
    'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',
  'Selected rows': 'Ausgewählte Zeilen',
  'The rows that match the search and the filters': 'Die Zeilen, die zu Suche und Filtern passen',
  'The view “{view}”': 'Die Ansicht „{view}“',
  'The view “{view}”, changed': 'Die Ansicht „{view}“, geändert',
  'Select these rows': 'Diese Zeilen auswählen',
  'The whole table': 'Die ganze Tabelle',
  'Your session has ended. Sign in to continue where you were.':
    'Ihre Sitzung ist beendet. Melden Sie sich an, um dort weiterzumachen, wo Sie waren.',
  'You are signed out. Sign in again to continue.': 'Sie sind abgemeldet. Melden Sie sich wieder an.',
  'Your role does not permit this. Ask an administrator for it.':
    'Ihre Rolle erlaubt das nicht. Bitten Sie einen Administrator darum.',
  'There is nothing here any more.': 'Hier ist nichts mehr.',
  'Too many attempts. Wait {seconds|# second|# seconds}, then try again.':
    'Zu viele Versuche. Warten Sie {seconds|# Sekunde|# Sekunden}, und versuchen Sie es dann noch einmal.',
  'The service is not available at the moment. Try again in a few seconds.':
    'Der Dienst ist im Augenblick nicht verfügbar. Versuchen Sie es in einigen Sekunden noch einmal.',
  'Something went wrong ({status}). Try again in a moment.':
    'Etwas ist schiefgegangen ({status}). Versuchen Sie es gleich noch einmal.',

  Notifications: 'Benachrichtigungen',
  'Notifications, {count} unread': 'Benachrichtigungen, {count} ungelesen',
  'Nothing new.': 'Nichts Neues.',
  Unread: 'Ungelesen',
  'Mark as read': 'Als gelesen markieren',
  'Mark all as read': 'Alle als gelesen markieren',
  'Remove: {title}': 'Entfernen: {title}',
  'The e-mail could not be delivered.': 'Die E-Mail konnte nicht zugestellt werden.',
  'What it is about': 'Worum es geht',
  List: 'Liste',
  Immediately: 'Sofort',
  'Save notifications': 'Benachrichtigungen speichern',
  'Your notifications are saved.': 'Ihre Benachrichtigungen sind gespeichert.',

  'API call': 'API-Aufruf',
  'The last {hours} hours': 'Die letzten {hours} Stunden',
  'The last {hours} hours: {calls|# call|# calls}, {failures} of them failed; the highest 95th percentile of an hour is {longest}.':
    'Die letzten {hours} Stunden: {calls|# Aufruf|# Aufrufe}, davon {failures} fehlgeschlagen; in der langsamsten Stunde dauerten 95 % höchstens {longest}.',
  '{time}: {calls|# call|# calls}, {failures} failed, 95th percentile {p95}':
    '{time}: {calls|# Aufruf|# Aufrufe}, {failures} fehlgeschlagen, 95. Perzentil {p95}',
  'Calls: {count}': 'Aufrufe: {count}',
  'Failures: {count}': 'Fehlgeschlagen: {count}',
  '95th percentile (at most {longest})': '95. Perzentil (höchstens {longest})',
  'Calls per hour': 'Aufrufe je Stunde',
  'The figures as a table': 'Die Zahlen als Tabelle',
  Hour: 'Stunde',
  Calls: 'Aufrufe',
  Failures: 'Fehlgeschlagen',
  '95th percentile': '95. Perzentil',
  Attempts: 'Versuche',
  'Attempt {number}': 'Versuch {number}',
  Request: 'Anfrage',
  Response: 'Antwort',
  'The request was not logged.': 'Was gesendet wurde, ist nicht protokolliert.',
  'There was no response, or it was not logged.': 'Es kam keine Antwort, oder sie ist nicht protokolliert.',
  'No headers': 'Keine Kopfzeilen',
  'No body': 'Kein Inhalt',
  'Body: {message}': 'Inhalt: {message}',
  'request of attempt {number}': 'Anfrage von Versuch {number}',
  'response of attempt {number}': 'Antwort auf Versuch {number}',
  'No response': 'Keine Antwort',
  Action: 'Aktion',
  'It has not ended yet.': 'Sie ist noch nicht fertig.',
  'Row {id}': 'Zeile {id}',
  'Rows that are not listed: {count}': 'Nicht aufgeführte Zeilen: {count}',
  'Deleted user {id}': 'Gelöschter Benutzer {id}',
  'The page could not be loaded. Check your connection, then load it again.':
    'Die Seite konnte nicht geladen werden. Prüfen Sie die Verbindung und laden Sie sie erneut.',

  Commands: 'Befehle',
  'Search pages, tables and actions': 'Seiten, Tabellen und Aktionen suchen',
  'Recently used': 'Zuletzt benutzt',
  'This table': 'Diese Tabelle',
  'This row': 'Diese Zeile',
  Overview: 'Übersicht',

  'Your last visit was on {time}.': 'Ihr letzter Besuch war am {time}.',
  'Since your last visit on {time}: {count|# notification|# notifications}.':
    'Seit Ihrem letzten Besuch am {time}: {count|# Benachrichtigung|# Benachrichtigungen}.',
  'Since your last visit': 'Seit Ihrem letzten Besuch',
  'Pinned views': 'Angeheftete Ansichten',
  'No pinned views yet': 'Noch keine angehefteten Ansichten',
  'Open a table, set its filters, save them as a view, and pin it. It is then shown here with the number of its rows.':
    'Öffnen Sie eine Tabelle, setzen Sie Filter, speichern Sie sie als Ansicht und heften Sie diese an. Sie steht dann hier mit der Zahl ihrer Zeilen.',
  'Open a table': 'Tabelle öffnen',
  'Count the rows': 'Zeilen zählen',
  'Tables and pages': 'Tabellen und Seiten',
  'Unread notifications': 'Ungelesene Benachrichtigungen',
  'All notifications': 'Alle Benachrichtigungen',
  'Exports and actions': 'Exporte und Aktionen',
  'What you export, or start for many rows, is listed here with its progress and its file.':
    'Was Sie exportieren oder für viele Zeilen starten, steht hier mit Fortschritt und Datei.',
  'Which notifications': 'Welche Benachrichtigungen',
  All: 'Alle',
  'Nothing unread': 'Nichts Ungelesenes',
  'No notifications yet': 'Noch keine Benachrichtigungen',
  'Finished exports and actions, and other news for you, are listed here.':
    'Hier stehen fertige Exporte und Aktionen und andere Neuigkeiten für Sie.',
  Newer: 'Neuere',
  Older: 'Ältere',
  Remove: 'Entfernen',
  'Cancel: {title}': 'Abbrechen: {title}',
  'Download: {title}': 'Herunterladen: {title}',
};
