/** Texts of the templates of the service's tables. */
export const templates = {
  'E-mail': 'E-mail',
  Status: 'État',
  Total: 'Total',
  'The selected record is about to be deleted. Are you sure?':
    'L’enregistrement sélectionné va être supprimé. Êtes-vous sûr ?',

  Users: 'Utilisateurs',
  Name: 'Nom',
  Role: 'Rôle',
  Administrator: 'Administrateur',
  Supervisor: 'Responsable',
  User: 'Utilisateur',
  Active: 'Actif',
  'May sign in': 'Peut se connecter',
  Language: 'Langue',
  Created: 'Créé',
  Invited: 'Invité',
  'Has not chosen a password yet': 'N’a pas encore choisi de mot de passe',
  Create: 'Créer',
  'Act as this user': 'Agir en tant que cet utilisateur',
  'You will act as this user for an hour at most, until you stop. Continue?':
    'Vous agirez en tant que cet utilisateur pendant une heure au plus, jusqu’à ce que vous arrêtiez. Continuer ?',

  'API logs': 'Journal des API',
  Time: 'Heure',
  Direction: 'Sens',
  Inbound: 'Entrant',
  Outbound: 'Sortant',
  Method: 'Méthode',
  Permission: 'Autorisation',
  'The route that was called, or during which the call was made':
    'La route qui a été appelée, ou pendant laquelle l’appel a été fait',
  URL: 'URL',
  Attempt: 'Tentative',
  Duration: 'Durée',
  'In milliseconds': 'En millisecondes',
  Error: 'Erreur',
};
