/** Romanian texts of saved views, and of groups. */
export const views = {
  Views: 'Vizualizări',
  'Views: {view}': 'Vizualizări: {view}',
  'Views: {view}, changed': 'Vizualizări: {view}, modificată',
  'Changed, not saved': 'Modificată, nesalvată',
  'Standard view': 'Vizualizare standard',
  'My views': 'Vizualizările mele',
  Shared: 'Partajate',
  '{view} (opens by default)': '{view} (se deschide implicit)',
  'Save changes': 'Salvează modificările',
  'Discard changes': 'Renunță la modificări',
  'Save as a new view…': 'Salvează ca vizualizare nouă…',
  'Rename…': 'Redenumește…',
  'Make a copy': 'Fă o copie',
  'Copy to my views': 'Copiază în vizualizările mele',
  'Share…': 'Partajează…',
  'Set as my default': 'Setează ca implicită pentru mine',
  'Remove my default': 'Elimină vizualizarea mea implicită',
  'Pin to the home page': 'Fixează pe pagina de pornire',
  'Remove from the home page': 'Elimină de pe pagina de pornire',
  'Copy link': 'Copiază linkul',
  'It was deleted, or its owner has not shared it. Ask the person who sent the link to share the view.':
    'A fost ștearsă sau proprietarul ei nu a partajat-o. Cereți persoanei care a trimis linkul să partajeze vizualizarea.',
  'This view is not shared with you':
    'Această vizualizare nu este partajată cu dumneavoastră',
  'Open the table without the view':
    'Deschide tabelul fără vizualizare',
  'Link to the view':
    'Link către vizualizare',
  'Only you can open the view “{view}”. Others see that it is not shared with them.':
    'Numai dumneavoastră puteți deschide vizualizarea „{view}”. Ceilalți văd că nu este partajată cu ei.',
  'Copy anyway':
    'Copiază oricum',
  'The browser does not allow this. Copy the link from the field.':
    'Browserul nu permite acest lucru. Copiați linkul din câmp.',
  'The link was copied.': 'Linkul a fost copiat.',
  'Delete…': 'Șterge…',
  'Save as a new view': 'Salvează ca vizualizare nouă',
  'Rename the view': 'Redenumește vizualizarea',
  'Share the view': 'Partajează vizualizarea',
  'Delete the view?': 'Ștergeți vizualizarea?',
  Save: 'Salvează',
  Rename: 'Redenumește',
  Share: 'Partajează',
  Name: 'Nume',
  Everyone: 'Toată lumea',
  'Enter a name.': 'Introduceți un nume.',
  'A view keeps columns, sort, filters, groups, search, page length and style. Only you see it until you share it.':
    'O vizualizare păstrează coloanele, sortarea, filtrele, grupurile, căutarea, lungimea paginii și stilul. Doar dumneavoastră o vedeți până când o partajați.',
  'Those who may use the table and have one of these roles can open and copy the view.':
    'Cei care pot folosi tabelul și au unul dintre aceste roluri pot deschide și copia vizualizarea.',
  'It is shared: the others lose it, too.': 'Este partajată: și ceilalți o pierd.',
  'The view “{view}” was saved.': 'Vizualizarea „{view}” a fost salvată.',
  'The view “{view}” was opened without what the table no longer has: {names}.':
    'Vizualizarea „{view}” a fost deschisă fără ceea ce tabelul nu mai are: {names}.',
  'The view “{view}” was deleted, or is not shared with you any more. The table stays as it is.':
    'Vizualizarea „{view}” a fost ștearsă sau nu mai este partajată cu dumneavoastră. Tabelul rămâne cum este.',
  'The server refused the view “{view}”. The table was opened without it.':
    'Serverul a refuzat vizualizarea „{view}”. Tabelul a fost deschis fără ea.',
  'The saved views cannot be read.': 'Vizualizările salvate nu pot fi citite.',
  'The view cannot be opened.': 'Vizualizarea nu poate fi deschisă.',
  'This view was changed elsewhere meanwhile. Save again to replace that change.':
    'Această vizualizare a fost modificată între timp în altă parte. Salvați din nou pentru a înlocui acea modificare.',
  'Open a view first.': 'Deschideți mai întâi o vizualizare.',
  'The table opens with this view, unless they choose another default, for':
    'Tabelul se deschide cu această vizualizare, dacă nu aleg alta implicită, pentru',

  '{groups|# group|# groups} with {rows|# row|# rows}':
    '{groups|# grup|# grupuri|# de grupuri} cu {rows|# rând|# rânduri|# de rânduri}',
  'Q{quarter} {year}': 'T{quarter} {year}',
  'Week {week}, {year}': 'Săptămâna {week}, {year}',
  'It is not a plain value.': 'Nu este o valoare simplă.',
  Group: 'Grupează',
  'Group the rows': 'Grupează rândurile',
  'Group by': 'Grupează după',
  'Group by this column': 'Grupează după această coloană',
  'Do not group by this column': 'Nu grupa după această coloană',
  'Group by day': 'Grupează pe zile',
  'Group by week': 'Grupează pe săptămâni',
  'Group by month': 'Grupează pe luni',
  'Group by quarter': 'Grupează pe trimestre',
  'Group by year': 'Grupează pe ani',
  'by day': 'pe zile',
  'by week': 'pe săptămâni',
  'by month': 'pe luni',
  'by quarter': 'pe trimestre',
  'by year': 'pe ani',
  '{column}: part of the date': '{column}: partea datei',
  'Move {column} outwards': 'Mută {column} spre exterior',
  'Move {column} inwards': 'Mută {column} spre interior',
  'Do not group by {column}': 'Nu grupa după {column}',
  'Do not group': 'Nu grupa',
  'Add a column': 'Adaugă o coloană',
  'Order of the groups': 'Ordinea grupurilor',
  'Number of rows': 'Numărul de rânduri',
  Label: 'Etichetă',
  Direction: 'Direcție',
  Ascending: 'Crescător',
  Descending: 'Descrescător',
  'Show {next|# more group|# more groups} ({shown} of {size})':
    'Afișează încă {next|# grup|# grupuri|# de grupuri} ({shown} din {size})',
  'Show {next|# more row|# more rows} ({shown} of {size})':
    'Afișează încă {next|# rând|# rânduri|# de rânduri} ({shown} din {size})',
  'The group is being loaded.': 'Grupul se încarcă.',
  'Grouping takes a while in a large table, so it is done on demand.':
    'Gruparea unui tabel mare durează, așa că se face la cerere.',
  'Group now': 'Grupează acum',
};
