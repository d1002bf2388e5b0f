/** Messages of exports and background actions, in Romanian. */
export const tableJobs = {
  Rows: 'Rânduri',
  empty: 'gol',
  day: 'zi',
  week: 'săptămână',
  month: 'lună',
  quarter: 'trimestru',
  year: 'an',
  'The export of {name} is ready': 'Exportul „{name}” este gata',
  '{file} has {rows} {rows|row|rows}, and can be downloaded until {until}.':
    '{file} are {rows} {rows|rând|rânduri|de rânduri} și poate fi descărcat până la {until}.',
  'The export of {name} failed': 'Exportul „{name}” a eșuat',
  'The export of {name} has started. You will be notified when the file is ready.':
    'Exportul „{name}” a început. Veți fi anunțat când fișierul este gata.',
  '{name} is already being exported. You will be notified when the file is ready.':
    '„{name}” se exportă deja. Veți fi anunțat când fișierul este gata.',
  'The action {name} is done': 'Acțiunea „{name}” s-a încheiat',
  'The action {name} failed': 'Acțiunea „{name}” a eșuat',
  'The action {name} was stopped by an error': 'Acțiunea „{name}” a fost oprită de o eroare',
  'It was applied to {processed} {processed|row|rows}.':
    'A fost aplicată pentru {processed} {processed|rând|rânduri|de rânduri}.',
  'It was applied to {processed} {processed|row|rows} and failed for {failed}. First failure: {first}':
    'A fost aplicată pentru {processed} {processed|rând|rânduri|de rânduri} și a eșuat pentru {failed}. Prima eroare: {first}',
  'It was applied to {processed} of {total} {total|row|rows}, then stopped: {first}':
    'A fost aplicată pentru {processed} din {total} {total|rând|rânduri|de rânduri}, apoi oprită: {first}',
  '{name} has started. You will be notified when it is done.':
    '„{name}” a început. Veți fi anunțat la final.',
  '{name} is already running. You will be notified when it is done.':
    '„{name}” este deja în curs. Veți fi anunțat la final.',
  'It was cancelled.': 'A fost anulat.',
  'The export exceeded the time limit of {seconds} seconds. Select fewer rows, or ask the operator to raise tables.export.timeout.':
    'Exportul a depășit limita de {seconds} {seconds|secundă|secunde|de secunde}. Selectați mai puține rânduri sau cereți operatorului să mărească tables.export.timeout.',
  'The job was removed from its queue. Start it again. If the problem persists, contact the operator.':
    'Sarcina a fost scoasă din coada ei. Porniți-o din nou. Dacă problema persistă, contactați operatorul.',
  'The disk of the service is full. Contact the operator.':
    'Discul serviciului este plin. Contactați operatorul.',
  'The service failed. Try again. If the problem persists, contact the operator.':
    'Serviciul a întâmpinat o eroare. Încercați din nou. Dacă problema persistă, contactați operatorul.',
  'The worker process stopped repeatedly. Try again. If the problem persists, contact the operator.':
    'Procesul de lucru s-a oprit de mai multe ori. Încercați din nou. Dacă problema persistă, contactați operatorul.',
  'The database was unavailable. Try again later.': 'Baza de date nu era disponibilă. Încercați mai târziu.',
  'The database was busy. Try again later.': 'Baza de date era ocupată. Încercați mai târziu.',
  'The query took too long. Narrow the search or the filters and try again. If the problem persists, contact the operator.':
    'Interogarea a durat prea mult. Restrângeți căutarea sau filtrele și încercați din nou. Dacă problema persistă, contactați operatorul.',
  'The file storage was unavailable. Try again later.':
    'Stocarea fișierelor nu era disponibilă. Încercați mai târziu.',
  'The table or its action no longer exists. Contact the operator.':
    'Tabelul sau acțiunea lui nu mai există. Contactați operatorul.',
  'The action cannot be run or continued. Start it again. If the problem persists, contact the operator.':
    'Acțiunea nu poate fi rulată sau continuată. Porniți-o din nou. Dacă problema persistă, contactați operatorul.',
  'The table cannot be read now. Contact the operator.':
    'Tabelul nu poate fi citit acum. Contactați operatorul.',
  'The table has changed and no longer matches the request: {fault} Reload the page.':
    'Tabelul s-a schimbat și nu mai corespunde cererii: {fault} Reîncărcați pagina.',
  'Your account is not active. Ask an administrator to activate it.':
    'Contul dumneavoastră nu este activ. Cereți unui administrator să îl activeze.',
  'You no longer have the permission {permission}. Ask an administrator for it.':
    'Nu mai aveți permisiunea {permission}. Cereți-o unui administrator.',
  'The API key that started it was deleted, disabled or has expired. Start it again with a valid key.':
    'Cheia API cu care a fost pornită a fost ștearsă, dezactivată sau a expirat. Porniți-o din nou cu o cheie validă.',
  'The administrator who started it may no longer impersonate you. Start it again yourself.':
    'Administratorul care a pornit-o nu mai poate acționa în numele dumneavoastră. Porniți-o din nou dumneavoastră.',
  'The API key no longer has the permission {permission}. Use another key.':
    'Cheia API nu mai are permisiunea {permission}. Folosiți alta.',
  'The stored request cannot be read.': 'Cererea salvată nu poate fi citită.',
  'This release no longer includes the requested job. Contact the operator.':
    'Această versiune nu mai include sarcina cerută. Contactați operatorul.',
  'The action failed on this row; the log of the application says why.':
    'Acțiunea a eșuat pentru acest rând; jurnalul aplicației arată motivul.',
  'Download the file': 'Descarcă fișierul',
  'Show the failed rows': 'Arată rândurile cu erori',
};
