/** Texts of the home page and of the notifications. */
export const home = {
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
