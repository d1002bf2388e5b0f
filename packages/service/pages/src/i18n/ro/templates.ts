/** Texts of the templates of the service's tables. */
export const templates = {
  'E-mail': 'E-mail',
  Status: 'Stare',
  Total: 'Total',
  'The selected record is about to be deleted. Are you sure?':
    'Înregistrarea selectată va fi ștearsă. Sunteți sigur?',

  Users: 'Utilizatori',
  Name: 'Nume',
  Role: 'Rol',
  Administrator: 'Administrator',
  Supervisor: 'Supervizor',
  User: 'Utilizator',
  Active: 'Activ',
  'May sign in': 'Se poate autentifica',
  Language: 'Limbă',
  Created: 'Creat',
  Invited: 'Invitat',
  'Has not chosen a password yet': 'Nu și-a ales încă o parolă',
  Create: 'Creează',
  'Act as this user': 'Acționează ca acest utilizator',
  'You will act as this user for an hour at most, until you stop. Continue?':
    'Veți acționa ca acest utilizator cel mult o oră, până când încetați. Continuați?',

  'API logs': 'Jurnalul API',
  Time: 'Ora',
  Direction: 'Direcție',
  Inbound: 'Primit',
  Outbound: 'Trimis',
  Method: 'Metodă',
  Permission: 'Permisiune',
  'The route that was called, or during which the call was made':
    'Ruta care a fost apelată sau în timpul căreia s-a făcut apelul',
  URL: 'URL',
  Attempt: 'Încercare',
  Duration: 'Durată',
  'In milliseconds': 'În milisecunde',
  Error: 'Eroare',
};
