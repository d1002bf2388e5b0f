/** Texts of the home page and of the notifications. */
export const home = {
  'Your last visit was on {time}.': 'Ultima dumneavoastră vizită a fost pe {time}.',
  'Since your last visit on {time}: {count|# notification|# notifications}.':
    'De la ultima vizită, pe {time}: {count|# notificare|# notificări|# de notificări}.',
  'Since your last visit': 'De la ultima vizită',
  'Pinned views': 'Vizualizări fixate',
  'No pinned views yet': 'Încă nicio vizualizare fixată',
  'Open a table, set its filters, save them as a view, and pin it. It is then shown here with the number of its rows.':
    'Deschideți un tabel, alegeți filtre, salvați-le ca vizualizare și fixați-o. Apare apoi aici cu numărul rândurilor ei.',
  'Open a table': 'Deschide un tabel',
  'Count the rows': 'Numără rândurile',
  'Tables and pages': 'Tabele și pagini',
  'Unread notifications': 'Notificări necitite',
  'All notifications': 'Toate notificările',
  'Exports and actions': 'Exporturi și acțiuni',
  'What you export, or start for many rows, is listed here with its progress and its file.':
    'Ce exportați sau porniți pentru multe rânduri apare aici, cu progresul și fișierul.',
  'Which notifications': 'Ce notificări',
  All: 'Toate',
  'Nothing unread': 'Nimic necitit',
  'No notifications yet': 'Încă nicio notificare',
  'Finished exports and actions, and other news for you, are listed here.':
    'Aici apar exporturile și acțiunile încheiate și alte noutăți pentru dumneavoastră.',
  Newer: 'Mai noi',
  Older: 'Mai vechi',
  Remove: 'Elimină',
  'Cancel: {title}': 'Anulează: {title}',
  'Download: {title}': 'Descarcă: {title}',
};
