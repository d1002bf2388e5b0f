/** What users are told about exports, and about actions in the background. */
export const tableJobs = {
  'The export of {name} is ready': 'Der Export von „{name}“ ist fertig',
  '{file} has one row, and can be downloaded until {until}.':
    '{file} hat eine Zeile und kann bis {until} heruntergeladen werden.',
  '{file} has {rows} rows, and can be downloaded until {until}.':
    '{file} hat {rows} Zeilen und kann bis {until} heruntergeladen werden.',
  'The export of {name} failed': 'Der Export von „{name}“ ist gescheitert',
  'The export of {name} has begun. You will be told when the file is ready.':
    'Der Export von „{name}“ hat begonnen. Sie werden benachrichtigt, wenn die Datei fertig ist.',
  'This export of {name} is being written already. You will be told when the file is ready.':
    'Dieser Export von „{name}“ wird bereits geschrieben. Sie werden benachrichtigt, wenn die Datei fertig ist.',
  'It took longer than the {seconds} seconds that an export may take. Ask for fewer rows, or ask the operator to raise tables.export.timeout.':
    'Er hat länger gebraucht als die {seconds} Sekunden, die ein Export brauchen darf. Wählen Sie weniger Zeilen, oder bitten Sie den Betreiber, tables.export.timeout zu erhöhen.',

  'The action {name} is done': 'Die Aktion „{name}“ ist fertig',
  'The action {name} failed': 'Die Aktion „{name}“ ist gescheitert',
  'The action {name} was stopped by a failure': 'Die Aktion „{name}“ wurde durch einen Fehler beendet',
  'It was done for {processed} rows.': 'Sie wurde für {processed} Zeilen ausgeführt.',
  'It was done for {processed} rows, and failed for {failed}. The first failure: {first}':
    'Sie wurde für {processed} Zeilen ausgeführt und ist für {failed} gescheitert. Der erste Fehler: {first}',
  'It was done for {processed} of {total} rows, and ended there: {first}':
    'Sie wurde für {processed} von {total} Zeilen ausgeführt und endete dort: {first}',
  '{name} has begun. You will be told when it is done.':
    '„{name}“ hat begonnen. Sie werden benachrichtigt, wenn es fertig ist.',
  '{name} is going on already. You will be told when it is done.':
    '„{name}“ läuft bereits. Sie werden benachrichtigt, wenn es fertig ist.',

  'It was cancelled.': 'Es wurde abgebrochen.',
  'It was removed from its queue. Start it again, and if it is removed again, ask the operator.':
    'Es wurde aus der Warteschlange entfernt. Starten Sie es neu, und wenn es wieder entfernt wird, fragen Sie den Betreiber.',
  'There is no room left on the disk of the service. Tell the operator.':
    'Auf der Festplatte des Dienstes ist kein Platz mehr. Sagen Sie es dem Betreiber.',
  'Something went wrong here. Try again, and if it stays, tell the operator.':
    'Hier ist etwas schiefgegangen. Versuchen Sie es noch einmal, und wenn es so bleibt, sagen Sie es dem Betreiber.',
  'The process that worked on it was ended again and again. Try again, and if it stays, tell the operator.':
    'Der Prozess, der daran arbeitete, wurde immer wieder beendet. Versuchen Sie es noch einmal, und wenn es so bleibt, sagen Sie es dem Betreiber.',
  'The database did not answer. Try again later.':
    'Die Datenbank hat nicht geantwortet. Versuchen Sie es später noch einmal.',
  'The storage of files did not answer. Try again later.':
    'Der Dateispeicher hat nicht geantwortet. Versuchen Sie es später noch einmal.',
  'The table, or what was to be done with it, is not there any more. Ask the operator what has become of it.':
    'Die Tabelle, oder was mit ihr geschehen sollte, gibt es nicht mehr. Fragen Sie den Betreiber, was daraus geworden ist.',
  'The table cannot be read at present. Tell the operator.':
    'Die Tabelle kann im Augenblick nicht gelesen werden. Sagen Sie es dem Betreiber.',
  'The table has changed since, and does not have what was asked for: {fault} Load the page anew.':
    'Die Tabelle hat sich seitdem geändert und hat nicht, was verlangt wurde: {fault} Laden Sie die Seite neu.',
  'Your account is not active. Ask an administrator to activate it.':
    'Ihr Zugang ist nicht aktiv. Bitten Sie einen Administrator, ihn freizuschalten.',
  'You do not have the permission {permission} any more. Ask an administrator for it.':
    'Sie haben die Berechtigung {permission} nicht mehr. Bitten Sie einen Administrator darum.',
  'It is not known what was to be done.': 'Es ist nicht bekannt, was geschehen sollte.',
  'What was to be done is not part of this release any more. Ask the operator.':
    'Was geschehen sollte, gehört nicht mehr zu dieser Version. Fragen Sie den Betreiber.',
  'Download the file': 'Datei herunterladen',
  'Show the failed rows': 'Fehlgeschlagene Zeilen anzeigen',
};
