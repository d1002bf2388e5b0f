/** Messages of exports and background actions, in French. */
export const tableJobs = {
  Rows: 'Lignes',
  empty: 'vide',
  day: 'jour',
  week: 'semaine',
  month: 'mois',
  quarter: 'trimestre',
  year: 'année',
  'The export of {name} is ready': 'L’export « {name} » est prêt',
  '{file} has {rows} {rows|row|rows}, and can be downloaded until {until}.':
    '{file} contient {rows} {rows|ligne|de lignes|lignes} et peut être téléchargé jusqu’au {until}.',
  'The export of {name} failed': 'L’export « {name} » a échoué',
  'The export of {name} has started. You will be notified when the file is ready.':
    'L’export « {name} » a commencé. Vous serez averti quand le fichier sera prêt.',
  '{name} is already being exported. You will be notified when the file is ready.':
    '« {name} » est déjà en cours d’export. Vous serez averti quand le fichier sera prêt.',
  'The action {name} is done': 'L’action « {name} » est terminée',
  'The action {name} failed': 'L’action « {name} » a échoué',
  'The action {name} was stopped by an error': 'L’action « {name} » a été arrêtée par une erreur',
  'It was applied to {processed} {processed|row|rows}.':
    'Elle a été appliquée à {processed} {processed|ligne|de lignes|lignes}.',
  'It was applied to {processed} {processed|row|rows} and failed for {failed}. First failure: {first}':
    'Elle a été appliquée à {processed} {processed|ligne|de lignes|lignes} et a échoué pour {failed}. Premier échec : {first}',
  'It was applied to {processed} of {total} {total|row|rows}, then stopped: {first}':
    'Elle a été appliquée à {processed} sur {total} {total|ligne|de lignes|lignes}, puis arrêtée : {first}',
  '{name} has started. You will be notified when it is done.':
    '« {name} » a commencé. Vous serez averti à la fin.',
  '{name} is already running. You will be notified when it is done.':
    '« {name} » est déjà en cours. Vous serez averti à la fin.',
  'It was cancelled.': 'Annulé.',
  'The export exceeded the time limit of {seconds} seconds. Select fewer rows, or ask the operator to raise tables.export.timeout.':
    'L’export a dépassé la limite de {seconds} secondes. Sélectionnez moins de lignes, ou demandez à l’exploitant d’augmenter tables.export.timeout.',
  'The job was removed from its queue. Start it again. If the problem persists, contact the operator.':
    'La tâche a été retirée de sa file d’attente. Relancez-la. Si le problème persiste, contactez l’exploitant.',
  'The disk of the service is full. Contact the operator.':
    'Le disque du service est plein. Contactez l’exploitant.',
  'The service failed. Try again. If the problem persists, contact the operator.':
    'Le service a rencontré une erreur. Réessayez. Si le problème persiste, contactez l’exploitant.',
  'The worker process stopped repeatedly. Try again. If the problem persists, contact the operator.':
    'Le processus de traitement s’est arrêté à plusieurs reprises. Réessayez. Si le problème persiste, contactez l’exploitant.',
  'The database was unavailable. Try again later.':
    'La base de données était indisponible. Réessayez plus tard.',
  'The database was busy. Try again later.': 'La base de données était trop sollicitée. Réessayez plus tard.',
  'The query took too long. Narrow the search or the filters and try again. If the problem persists, contact the operator.':
    'La requête a pris trop de temps. Affinez la recherche ou les filtres, puis réessayez. Si le problème persiste, contactez l’exploitant.',
  'The file storage was unavailable. Try again later.':
    'Le stockage des fichiers était indisponible. Réessayez plus tard.',
  'The table or its action no longer exists. Contact the operator.':
    'Le tableau ou son action n’existe plus. Contactez l’exploitant.',
  'The action cannot be run or continued. Start it again. If the problem persists, contact the operator.':
    'L’action ne peut pas être exécutée ou poursuivie. Relancez-la. Si le problème persiste, contactez l’exploitant.',
  'The table cannot be read now. Contact the operator.':
    'Le tableau ne peut pas être lu pour le moment. Contactez l’exploitant.',
  'The table has changed and no longer matches the request: {fault} Reload the page.':
    'Le tableau a changé et ne correspond plus à la demande : {fault} Rechargez la page.',
  'Your account is not active. Ask an administrator to activate it.':
    'Votre compte n’est pas actif. Demandez à un administrateur de l’activer.',
  'You no longer have the permission {permission}. Ask an administrator for it.':
    'Vous n’avez plus l’autorisation {permission}. Demandez-la à un administrateur.',
  'The API key that started it was deleted, disabled or has expired. Start it again with a valid key.':
    'La clé API qui l’a lancée a été supprimée, désactivée ou a expiré. Relancez-la avec une clé valide.',
  'The administrator who started it may no longer impersonate you. Start it again yourself.':
    'L’administrateur qui l’a lancée n’est plus autorisé à agir en votre nom. Relancez-la vous-même.',
  'The API key no longer has the permission {permission}. Use another key.':
    'La clé API n’a plus l’autorisation {permission}. Utilisez-en une autre.',
  'The stored request cannot be read.': 'La demande enregistrée est illisible.',
  'This release no longer includes the requested job. Contact the operator.':
    'Cette version ne comprend plus la tâche demandée. Contactez l’exploitant.',
  'The action failed on this row; the log of the application says why.':
    'L’action a échoué pour cette ligne ; le journal de l’application indique pourquoi.',
  'Download the file': 'Télécharger le fichier',
  'Show the failed rows': 'Voir les lignes en échec',
};
