/** Messages of exports and background actions. */
export const tableJobs = {
  // Of files with groups.
  Rows: 'Zeilen',
  empty: 'leer',
  day: 'Tag',
  week: 'Woche',
  month: 'Monat',
  quarter: 'Quartal',
  year: 'Jahr',
  'The export of {name} is ready': 'Der Export von „{name}“ ist fertig',
  '{file} has {rows} {rows|row|rows}, and can be downloaded until {until}.':
    '{file} hat {rows} {rows|Zeile|Zeilen} und kann bis {until} heruntergeladen werden.',
  'The export of {name} failed': 'Der Export von „{name}“ ist gescheitert',
  'The export of {name} has started. You will be notified when the file is ready.':
    'Der Export von „{name}“ hat begonnen. Sie werden benachrichtigt, wenn die Datei fertig ist.',
  '{name} is already being exported. You will be notified when the file is ready.':
    '„{name}“ wird bereits exportiert. Sie werden benachrichtigt, wenn die Datei fertig ist.',
  'The export exceeded the time limit of {seconds} seconds. Select fewer rows, or ask the operator to raise tables.export.timeout.':
    'Der Export hat das Zeitlimit von {seconds} Sekunden überschritten. Wählen Sie weniger Zeilen, oder bitten Sie den Betreiber, tables.export.timeout zu erhöhen.',

  'The action {name} is done': 'Die Aktion „{name}“ ist fertig',
  'The action {name} failed': 'Die Aktion „{name}“ ist gescheitert',
  'The action {name} was stopped by an error': 'Die Aktion „{name}“ wurde durch einen Fehler beendet',
  'It was applied to {processed} {processed|row|rows}.':
    'Sie wurde für {processed} {processed|Zeile|Zeilen} ausgeführt.',
  'It was applied to {processed} {processed|row|rows} and failed for {failed}. First failure: {first}':
    'Sie wurde für {processed} {processed|Zeile|Zeilen} ausgeführt und ist für {failed} gescheitert. Der erste Fehler: {first}',
  'It was applied to {processed} of {total} {total|row|rows}, then stopped: {first}':
    'Sie wurde für {processed} von {total} {total|Zeile|Zeilen} ausgeführt und endete dort: {first}',
  '{name} has started. You will be notified when it is done.':
    '„{name}“ hat begonnen. Sie werden benachrichtigt, wenn es fertig ist.',
  '{name} is already running. You will be notified when it is done.':
    '„{name}“ läuft bereits. Sie werden benachrichtigt, wenn es fertig ist.',

  'It was cancelled.': 'Es wurde abgebrochen.',
  'The job was removed from its queue. Start it again. If the problem persists, contact the operator.':
    'Es wurde aus der Warteschlange entfernt. Starten Sie es neu, und wenn es wieder entfernt wird, fragen Sie den Betreiber.',
  'The disk of the service is full. Contact the operator.':
    'Auf der Festplatte des Dienstes ist kein Platz mehr. Sagen Sie es dem Betreiber.',
  'The service failed. Try again. If the problem persists, contact the operator.':
    'Hier ist etwas schiefgegangen. Versuchen Sie es noch einmal, und wenn es so bleibt, sagen Sie es dem Betreiber.',
  'The worker process stopped repeatedly. Try again. If the problem persists, contact the operator.':
    'Der Prozess, der daran arbeitete, wurde immer wieder beendet. Versuchen Sie es noch einmal, und wenn es so bleibt, sagen Sie es dem Betreiber.',
  'The database was unavailable. Try again later.':
    'Die Datenbank hat nicht geantwortet. Versuchen Sie es später noch einmal.',
  'The database was busy. Try again later.':
    'Die Datenbank war ausgelastet. Versuchen Sie es später noch einmal.',
  'The query took too long. Narrow the search or the filters and try again. If the problem persists, contact the operator.':
    'Die Abfrage hat zu lange gedauert. Grenzen Sie die Suche oder die Filter ein, und versuchen Sie es noch einmal. Wenn es so bleibt, sagen Sie es dem Betreiber.',
  'The action cannot be run or continued. Start it again. If the problem persists, contact the operator.':
    'Die Aktion kann nicht ausgeführt oder fortgesetzt werden. Starten Sie sie neu, und wenn es so bleibt, sagen Sie es dem Betreiber.',
  'The action failed on this row; the log of the application says why.':
    'Die Aktion ist an dieser Zeile gescheitert; das Protokoll der Anwendung nennt den Grund.',
  'The file storage was unavailable. Try again later.':
    'Der Dateispeicher hat nicht geantwortet. Versuchen Sie es später noch einmal.',
  'The table or its action no longer exists. Contact the operator.':
    'Die Tabelle, oder was mit ihr geschehen sollte, gibt es nicht mehr. Fragen Sie den Betreiber, was daraus geworden ist.',
  'The table cannot be read now. Contact the operator.':
    'Die Tabelle kann im Augenblick nicht gelesen werden. Sagen Sie es dem Betreiber.',
  'The table has changed and no longer matches the request: {fault} Reload the page.':
    'Die Tabelle hat sich seitdem geändert und hat nicht, was verlangt wurde: {fault} Laden Sie die Seite neu.',
  'Your account is not active. Ask an administrator to activate it.':
    'Ihr Zugang ist nicht aktiv. Bitten Sie einen Administrator, ihn freizuschalten.',
  'You no longer have the permission {permission}. Ask an administrator for it.':
    'Sie haben die Berechtigung {permission} nicht mehr. Bitten Sie einen Administrator darum.',
  'The API key that started it was deleted, disabled or has expired. Start it again with a valid key.':
    'Der API-Schlüssel, mit dem er gestartet wurde, ist gelöscht, gesperrt oder abgelaufen. Starten Sie ihn mit einem gültigen Schlüssel noch einmal.',
  'The administrator who started it may no longer impersonate you. Start it again yourself.':
    'Der Administrator, der ihn gestartet hat, darf nicht mehr in Ihrem Namen handeln. Starten Sie ihn selbst noch einmal.',
  'The API key no longer has the permission {permission}. Use another key.':
    'Der API-Schlüssel hat die Berechtigung {permission} nicht mehr. Verwenden Sie einen anderen.',
  'The stored request cannot be read.': 'Der gespeicherte Auftrag kann nicht gelesen werden.',
  'This release no longer includes the requested job. Contact the operator.':
    'Was geschehen sollte, gehört nicht mehr zu dieser Version. Fragen Sie den Betreiber.',
  'Download the file': 'Datei herunterladen',
  'Show the failed rows': 'Fehlgeschlagene Zeilen anzeigen',
};
