/** French texts of saved views, and of groups. */
export const views = {
  Views: 'Vues',
  'Views: {view}': 'Vues : {view}',
  'Views: {view}, changed': 'Vues : {view}, modifiée',
  'Changed, not saved': 'Modifiée, non enregistrée',
  'Standard view': 'Vue standard',
  'My views': 'Mes vues',
  Shared: 'Partagées',
  '{view} (opens by default)': '{view} (s’ouvre par défaut)',
  'Save changes': 'Enregistrer les modifications',
  'Discard changes': 'Annuler les modifications',
  'Save as a new view…': 'Enregistrer comme nouvelle vue…',
  'Rename…': 'Renommer…',
  'Make a copy': 'Faire une copie',
  'Copy to my views': 'Copier dans mes vues',
  'Share…': 'Partager…',
  'Set as my default': 'Définir comme ma vue par défaut',
  'Remove my default': 'Retirer ma vue par défaut',
  'Pin to the home page': 'Épingler à la page d’accueil',
  'Remove from the home page': 'Retirer de la page d’accueil',
  'Copy link': 'Copier le lien',
  'It was deleted, or its owner has not shared it. Ask the person who sent the link to share the view.':
    'Elle a été supprimée, ou son propriétaire ne l’a pas partagée. Demandez à la personne qui a envoyé le lien de partager la vue.',
  'This view is not shared with you':
    'Cette vue n’est pas partagée avec vous',
  'Open the table without the view':
    'Ouvrir la table sans la vue',
  'Link to the view':
    'Lien vers la vue',
  'Only you can open the view “{view}”. Others see that it is not shared with them.':
    'Vous seul pouvez ouvrir la vue « {view} ». Les autres voient qu’elle n’est pas partagée avec eux.',
  'Copy anyway':
    'Copier quand même',
  'The browser does not allow this. Copy the link from the field.':
    'Le navigateur ne le permet pas. Copiez le lien depuis le champ.',
  'The link was copied.': 'Le lien a été copié.',
  'Delete…': 'Supprimer…',
  'Save as a new view': 'Enregistrer comme nouvelle vue',
  'Rename the view': 'Renommer la vue',
  'Share the view': 'Partager la vue',
  'Delete the view?': 'Supprimer la vue ?',
  Save: 'Enregistrer',
  Rename: 'Renommer',
  Share: 'Partager',
  Name: 'Nom',
  Everyone: 'Tout le monde',
  'Enter a name.': 'Saisissez un nom.',
  'A view keeps columns, sort, filters, groups, search, page length and style. Only you see it until you share it.':
    'Une vue conserve les colonnes, le tri, les filtres, les groupes, la recherche, la longueur de page et le style. Vous seul la voyez tant que vous ne la partagez pas.',
  'Those who may use the table and have one of these roles can open and copy the view.':
    'Les personnes qui peuvent utiliser la table et qui ont l’un de ces rôles peuvent ouvrir et copier la vue.',
  'It is shared: the others lose it, too.': 'Elle est partagée : les autres la perdent aussi.',
  'The view “{view}” was saved.': 'La vue « {view} » a été enregistrée.',
  'The view “{view}” was opened without what the table no longer has: {names}.':
    'La vue « {view} » a été ouverte sans ce que la table n’a plus : {names}.',
  'The view “{view}” was deleted, or is not shared with you any more. The table stays as it is.':
    'La vue « {view} » a été supprimée ou n’est plus partagée avec vous. La table reste telle quelle.',
  'The server refused the view “{view}”. The table was opened without it.':
    'Le serveur a refusé la vue « {view} ». La table a été ouverte sans elle.',
  'The saved views cannot be read.': 'Les vues enregistrées ne peuvent pas être lues.',
  'The view cannot be opened.': 'La vue ne peut pas être ouverte.',
  'This view was changed elsewhere meanwhile. Save again to replace that change.':
    'Cette vue a été modifiée ailleurs entre-temps. Enregistrez à nouveau pour remplacer cette modification.',
  'Open a view first.': 'Ouvrez d’abord une vue.',
  'The table opens with this view, unless they choose another default, for':
    'Le tableau s’ouvre avec cette vue, sauf autre choix par défaut, pour',

  '{groups|# group|# groups} with {rows|# row|# rows}':
    '{groups|# groupe|# de groupes|# groupes} avec {rows|# ligne|# de lignes|# lignes}',
  'Q{quarter} {year}': 'T{quarter} {year}',
  'Week {week}, {year}': 'Semaine {week}, {year}',
  'It is not a plain value.': 'Ce n’est pas une valeur simple.',
  Group: 'Grouper',
  'Group the rows': 'Grouper les lignes',
  'Group by': 'Grouper par',
  'Group by this column': 'Grouper par cette colonne',
  'Do not group by this column': 'Ne pas grouper par cette colonne',
  'Group by day': 'Grouper par jour',
  'Group by week': 'Grouper par semaine',
  'Group by month': 'Grouper par mois',
  'Group by quarter': 'Grouper par trimestre',
  'Group by year': 'Grouper par année',
  'by day': 'par jour',
  'by week': 'par semaine',
  'by month': 'par mois',
  'by quarter': 'par trimestre',
  'by year': 'par année',
  '{column}: part of the date': '{column} : partie de la date',
  'Move {column} outwards': 'Déplacer {column} vers l’extérieur',
  'Move {column} inwards': 'Déplacer {column} vers l’intérieur',
  'Do not group by {column}': 'Ne pas grouper par {column}',
  'Do not group': 'Ne pas grouper',
  'Add a column': 'Ajouter une colonne',
  'Order of the groups': 'Ordre des groupes',
  'Number of rows': 'Nombre de lignes',
  Label: 'Libellé',
  Direction: 'Sens',
  Ascending: 'Croissant',
  Descending: 'Décroissant',
  'Show {next|# more group|# more groups} ({shown} of {size})':
    'Afficher {next|# groupe|# de groupes|# groupes} de plus ({shown} sur {size})',
  'Show {next|# more row|# more rows} ({shown} of {size})':
    'Afficher {next|# ligne|# de lignes|# lignes} de plus ({shown} sur {size})',
  'The group is being loaded.': 'Le groupe est en cours de chargement.',
  'Grouping takes a while in a large table, so it is done on demand.':
    'Grouper une grande table prend du temps : cela se fait à la demande.',
  'Group now': 'Grouper maintenant',
};
