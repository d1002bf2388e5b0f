/** Labels and groups of permissions, in French, with the names that they contain. */
export const permissions = {
  'See the list of {name}': '{name} : voir la liste',
  'Export {name}': '{name} : exporter',
  'Create {name}': '{name} : créer',
  'See details of {name}': '{name} : voir les détails',
  'Change {name}': '{name} : modifier',
  'Delete {name}': '{name} : supprimer',
  'Download {name}': '{name} : télécharger',
  'Filter {name} by {filter}': '{name} : filtrer par {filter}',
  Roles: 'Rôles',
  'Create users': 'Utilisateurs : créer',
  'Change users': 'Utilisateurs : modifier',
  'Invite users': 'Utilisateurs : inviter',
  'See the list of roles': 'Rôles : voir la liste',
  'See what a role may do': 'Voir ce qu’un rôle permet',
  'Change what roles may do': 'Modifier ce que les rôles permettent',
  'See single API calls and their figures': 'Voir les appels d’API un par un et leurs chiffres',
  'Invite users by e-mail': 'Inviter des utilisateurs par e-mail',
  'See sessions and API keys of users': 'Voir les sessions et les clés d’API des utilisateurs',
  'End sessions and API keys of users': 'Mettre fin aux sessions et aux clés d’API des utilisateurs',
  'Create and copy roles': 'Rôles : créer et copier',
  'Rename roles': 'Rôles : renommer',
  'Delete roles': 'Rôles : supprimer',

  Users: 'Utilisateurs',
  'API logs': 'Journal des API',
  User: 'Utilisateur',
  Role: 'Rôle',
  Permission: 'Permission',
  'Act as this user': 'Agir en tant que cet utilisateur',
};

/** Mails about passwords, in French. */
export const mails = {
  'Choose a new password': 'Choisir un nouveau mot de passe',
  'Choose a password': 'Choisir un mot de passe',
  'A new password was requested for your account. Choose it within {minutes} minutes; the link works once.\nIf you did not request this, ignore this e-mail: your password does not change.':
    'Un nouveau mot de passe a été demandé pour votre compte. Choisissez-le dans les {minutes} minutes ; le lien fonctionne une fois.\nSi vous ne l’avez pas demandé, ignorez cet e-mail : votre mot de passe ne change pas.',
  '{name} invites you to Rowhouse': '{name} vous invite sur Rowhouse',
  'An account was created for you. Choose its password within {minutes} minutes; the link works once. If it has expired, request another invitation.':
    'Un compte a été créé pour vous. Choisissez son mot de passe dans les {minutes} minutes ; le lien fonctionne une fois. S’il a expiré, demandez une nouvelle invitation.',
  'Your password was changed': 'Votre mot de passe a été changé',
  'It was changed by a link that was sent to this address, and you were signed out everywhere. Your API keys still work.\nIf this was not you, contact an administrator.':
    'Il a été changé au moyen d’un lien envoyé à cette adresse, et vous avez été déconnecté partout. Vos clés d’API fonctionnent toujours.\nSi ce n’était pas vous, contactez un administrateur.',
};
