/** German texts of saved views, and of groups. */
export const views = {
  Views: 'Ansichten',
  'Views: {view}': 'Ansichten: {view}',
  'Views: {view}, changed': 'Ansichten: {view}, geändert',
  'Changed, not saved': 'Geändert, nicht gespeichert',
  'Standard view': 'Standardansicht',
  'My views': 'Meine Ansichten',
  Shared: 'Geteilt',
  '{view} (opens by default)': '{view} (Vorgabe)',
  'Save changes': 'Änderungen speichern',
  'Discard changes': 'Änderungen verwerfen',
  'Save as a new view…': 'Als neue Ansicht speichern …',
  'Rename…': 'Umbenennen …',
  'Make a copy': 'Kopie anlegen',
  'Copy to my views': 'In meine Ansichten kopieren',
  'Share…': 'Teilen …',
  'Set as my default': 'Als meine Vorgabe setzen',
  'Remove my default': 'Meine Vorgabe entfernen',
  'Pin to the home page': 'An die Startseite heften',
  'Remove from the home page': 'Von der Startseite entfernen',
  'Copy link': 'Link kopieren',
  'It was deleted, or its owner has not shared it. Ask the person who sent the link to share the view.':
    'Sie wurde gelöscht, oder ihr Eigentümer hat sie nicht geteilt. Bitten Sie die Person, die den Link geschickt hat, die Ansicht zu teilen.',
  'This view is not shared with you':
    'Diese Ansicht ist nicht mit Ihnen geteilt',
  'Open the table without the view':
    'Tabelle ohne die Ansicht öffnen',
  'Link to the view':
    'Link zur Ansicht',
  'Only you can open the view “{view}”. Others see that it is not shared with them.':
    'Nur Sie können die Ansicht „{view}“ öffnen. Andere sehen, dass sie nicht mit ihnen geteilt ist.',
  'Copy anyway':
    'Trotzdem kopieren',
  'The browser does not allow this. Copy the link from the field.':
    'Der Browser lässt das nicht zu. Kopieren Sie den Link aus dem Feld.',
  'The link was copied.': 'Der Link wurde kopiert.',
  'Delete…': 'Löschen …',
  'Save as a new view': 'Als neue Ansicht speichern',
  'Rename the view': 'Ansicht umbenennen',
  'Share the view': 'Ansicht teilen',
  'Delete the view?': 'Ansicht löschen?',
  Save: 'Speichern',
  Rename: 'Umbenennen',
  Share: 'Teilen',
  Name: 'Name',
  Everyone: 'Alle',
  'Enter a name.': 'Geben Sie einen Namen ein.',
  'A view keeps columns, sort, filters, groups, search, page length and style. Only you see it until you share it.':
    'Eine Ansicht behält Spalten, Sortierung, Filter, Gruppen, Suche, Seitenlänge und Stil. Nur Sie sehen sie, bis Sie sie teilen.',
  'Those who may use the table and have one of these roles can open and copy the view.':
    'Wer die Tabelle benutzen darf und eine dieser Rollen hat, kann die Ansicht öffnen und kopieren.',
  'It is shared: the others lose it, too.': 'Sie ist geteilt: Auch die anderen verlieren sie.',
  'The view “{view}” was saved.': 'Die Ansicht „{view}“ wurde gespeichert.',
  'The view “{view}” was opened without what the table no longer has: {names}.':
    'Die Ansicht „{view}“ wurde ohne das geöffnet, was die Tabelle nicht mehr hat: {names}.',
  'The view “{view}” was deleted, or is not shared with you any more. The table stays as it is.':
    'Die Ansicht „{view}“ wurde gelöscht oder wird nicht mehr mit Ihnen geteilt. Die Tabelle bleibt, wie sie ist.',
  'The server refused the view “{view}”. The table was opened without it.':
    'Der Server hat die Ansicht „{view}“ abgelehnt. Die Tabelle wurde ohne sie geöffnet.',
  'The saved views cannot be read.': 'Die gespeicherten Ansichten können nicht gelesen werden.',
  'The view cannot be opened.': 'Die Ansicht kann nicht geöffnet werden.',
  'This view was changed elsewhere meanwhile. Save again to replace that change.':
    'Diese Ansicht wurde inzwischen anderswo geändert. Speichern Sie erneut, um diese Änderung zu ersetzen.',
  'Open a view first.': 'Öffnen Sie zuerst eine Ansicht.',
  'The table opens with this view, unless they choose another default, for':
    'Die Tabelle öffnet sich mit dieser Ansicht, solange sie keine andere als Standard wählen, für',

  '{groups|# group|# groups} with {rows|# row|# rows}':
    '{groups|# Gruppe|# Gruppen} mit {rows|# Zeile|# Zeilen}',
  'Q{quarter} {year}': '{quarter}. Quartal {year}',
  'Week {week}, {year}': 'Woche {week}, {year}',
  'It is not a plain value.': 'Es ist kein einfacher Wert.',
  Group: 'Gruppieren',
  'Group the rows': 'Zeilen gruppieren',
  'Group by': 'Gruppieren nach',
  'Group by this column': 'Nach dieser Spalte gruppieren',
  'Do not group by this column': 'Nicht nach dieser Spalte gruppieren',
  'Group by day': 'Nach Tagen gruppieren',
  'Group by week': 'Nach Wochen gruppieren',
  'Group by month': 'Nach Monaten gruppieren',
  'Group by quarter': 'Nach Quartalen gruppieren',
  'Group by year': 'Nach Jahren gruppieren',
  'by day': 'nach Tag',
  'by week': 'nach Woche',
  'by month': 'nach Monat',
  'by quarter': 'nach Quartal',
  'by year': 'nach Jahr',
  '{column}: part of the date': '{column}: Teil des Datums',
  'Move {column} outwards': '{column} nach außen verschieben',
  'Move {column} inwards': '{column} nach innen verschieben',
  'Do not group by {column}': 'Nicht nach {column} gruppieren',
  'Do not group': 'Nicht gruppieren',
  'Add a column': 'Spalte hinzufügen',
  'Order of the groups': 'Reihenfolge der Gruppen',
  'Number of rows': 'Anzahl der Zeilen',
  Label: 'Bezeichnung',
  Direction: 'Richtung',
  Ascending: 'Aufsteigend',
  Descending: 'Absteigend',
  'Show {next|# more group|# more groups} ({shown} of {size})':
    '{next|# weitere Gruppe|# weitere Gruppen} zeigen ({shown} von {size})',
  'Show {next|# more row|# more rows} ({shown} of {size})':
    '{next|# weitere Zeile|# weitere Zeilen} zeigen ({shown} von {size})',
  'The group is being loaded.': 'Die Gruppe wird geladen.',
  'Grouping takes a while in a large table, so it is done on demand.':
    'Gruppieren dauert in einer großen Tabelle eine Weile und geschieht darum auf Wunsch.',
  'Group now': 'Jetzt gruppieren',
};
