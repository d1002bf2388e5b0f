/** Labels and groups of permissions, in German. */
export const permissions = {
  'See the list of {name}': '{name}: Liste ansehen',
  'Export {name}': '{name}: exportieren',
  'Create {name}': '{name}: anlegen',
  'See details of {name}': '{name}: Einzelheiten ansehen',
  'Change {name}': '{name}: ändern',
  'Delete {name}': '{name}: löschen',
  'Download {name}': '{name}: herunterladen',
  'Filter {name} by {filter}': '{name}: filtern nach {filter}',
  Roles: 'Rollen',
  'Create users': 'Benutzer: anlegen',
  'Change users': 'Benutzer: ändern',
  'Invite users': 'Benutzer: einladen',
  'See the list of roles': 'Rollen: Liste ansehen',
  'See what a role may do': 'Ansehen, was eine Rolle darf',
  'Change what roles may do': 'Ändern, was Rollen dürfen',
  'See single API calls and their figures': 'Einzelne API-Aufrufe und ihre Zahlen ansehen',
};
