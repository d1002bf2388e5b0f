/** Texts of the home page and of the notifications. */
export const home = {
  'Your last visit was on {time}.': 'Votre dernière visite date du {time}.',
  'Since your last visit on {time}: {count|# notification|# notifications}.':
    'Depuis votre dernière visite, le {time} : {count|# notification|# de notifications|# notifications}.',
  'Since your last visit': 'Depuis votre dernière visite',
  'Pinned views': 'Vues épinglées',
  'No pinned views yet': 'Pas encore de vue épinglée',
  'Open a table, set its filters, save them as a view, and pin it. It is then shown here with the number of its rows.':
    'Ouvrez un tableau, choisissez des filtres, enregistrez-les comme vue et épinglez-la. Elle s’affiche alors ici avec le nombre de ses lignes.',
  'Open a table': 'Ouvrir un tableau',
  'Count the rows': 'Compter les lignes',
  'Tables and pages': 'Tableaux et pages',
  'Unread notifications': 'Notifications non lues',
  'All notifications': 'Toutes les notifications',
  'Exports and actions': 'Exports et actions',
  'What you export, or start for many rows, is listed here with its progress and its file.':
    'Ce que vous exportez, ou lancez pour de nombreuses lignes, figure ici avec sa progression et son fichier.',
  'Which notifications': 'Quelles notifications',
  All: 'Toutes',
  'Nothing unread': 'Rien de non lu',
  'No notifications yet': 'Pas encore de notification',
  'Finished exports and actions, and other news for you, are listed here.':
    'Les exports et actions terminés, et d’autres nouvelles pour vous, figurent ici.',
  Newer: 'Plus récentes',
  Older: 'Plus anciennes',
  Remove: 'Supprimer',
  'Cancel: {title}': 'Annuler : {title}',
  'Download: {title}': 'Télécharger : {title}',
};
