/** Labels and groups of permissions, in Romanian, with the names that they contain. */
export const permissions = {
  'See the list of {name}': '{name}: vederea listei',
  'Export {name}': '{name}: exportare',
  'Create {name}': '{name}: creare',
  'See details of {name}': '{name}: vederea detaliilor',
  'Change {name}': '{name}: modificare',
  'Delete {name}': '{name}: ștergere',
  'Download {name}': '{name}: descărcare',
  'Filter {name} by {filter}': '{name}: filtrare după {filter}',
  Roles: 'Roluri',
  'Create users': 'Utilizatori: creare',
  'Change users': 'Utilizatori: modificare',
  'Invite users': 'Utilizatori: invitare',
  'See the list of roles': 'Roluri: vederea listei',
  'See what a role may do': 'Vederea drepturilor unui rol',
  'Change what roles may do': 'Modificarea drepturilor rolurilor',
  'See single API calls and their figures': 'Vederea apelurilor API și a cifrelor lor',
  'Invite users by e-mail': 'Invitarea utilizatorilor prin e-mail',
  'See sessions and API keys of users': 'Vederea sesiunilor și cheilor API ale utilizatorilor',
  'End sessions and API keys of users': 'Încheierea sesiunilor și revocarea cheilor API ale utilizatorilor',
  'Create and copy roles': 'Roluri: creare și copiere',
  'Rename roles': 'Roluri: redenumire',
  'Delete roles': 'Roluri: ștergere',

  Users: 'Utilizatori',
  'API logs': 'Jurnal API',
  User: 'Utilizator',
  Role: 'Rol',
  Permission: 'Permisiune',
  'Act as this user': 'Acționarea ca acest utilizator',
};

/** Mails about passwords, in Romanian. */
export const mails = {
  'Choose a new password': 'Alegeți o parolă nouă',
  'Choose a password': 'Alegeți o parolă',
  'A new password was requested for your account. Choose it within {minutes} minutes; the link works once.\nIf you did not request this, ignore this e-mail: your password does not change.':
    'S-a cerut o parolă nouă pentru contul dumneavoastră. Alegeți-o în {minutes} {minutes|minut|minute|de minute}; linkul funcționează o singură dată.\nDacă nu ați cerut-o, ignorați acest e-mail: parola dumneavoastră nu se schimbă.',
  '{name} invites you to Rowhouse': '{name} vă invită în Rowhouse',
  'An account was created for you. Choose its password within {minutes} minutes; the link works once. If it has expired, request another invitation.':
    'A fost creat un cont pentru dumneavoastră. Alegeți-i parola în {minutes} {minutes|minut|minute|de minute}; linkul funcționează o singură dată. Dacă a expirat, cereți altă invitație.',
  'Your password was changed': 'Parola dumneavoastră a fost schimbată',
  'It was changed by a link that was sent to this address, and you were signed out everywhere. Your API keys still work.\nIf this was not you, contact an administrator.':
    'A fost schimbată printr-un link trimis la această adresă, iar dumneavoastră ați fost deconectat peste tot. Cheile API funcționează în continuare.\nDacă nu ați fost dumneavoastră, contactați un administrator.',
};
