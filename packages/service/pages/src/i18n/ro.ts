import { templates } from './ro/templates.ts';
import type { Dictionary } from './translate.ts';

/** Romanian. */
export const dictionary: Dictionary = {
  ...templates,

  'Skip to the content': 'Salt la conținut',
  'Loading …': 'Se încarcă…',
  '{name}: overview': '{name}: prezentare generală',
  Main: 'Meniu principal',
  Menu: 'Meniu',
  Appearance: 'Aspect',
  System: 'Sistem',
  Tables: 'Tabele',
  'Find a table': 'Caută un tabel',
  Light: 'Luminos',
  Dark: 'Întunecat',
  'API documentation': 'Documentația API',
  'You are offline. What you see may be out of date, and nothing can be saved.':
    'Nu aveți conexiune. Ceea ce vedeți poate fi învechit și nimic nu poate fi salvat.',
  Impersonation: 'Acționare în numele altcuiva',
  'You act as {name}.': 'Acționați ca {name}.',
  Stop: 'Încetează',

  Roles: 'Roluri',
  'The people who can sign in, and their permissions.':
    'Persoanele care se pot autentifica și permisiunile lor.',
  'The roles and their permissions.': 'Rolurile și permisiunile lor.',
  'Inbound and outbound calls: requests, responses and failures.':
    'Apeluri primite și trimise: cereri, răspunsuri și erori.',
  'Welcome, {name}': 'Bun venit, {name}',
  'There is nothing here for you yet': 'Aici nu este încă nimic pentru dumneavoastră',
  'Your role has no permissions so far. Ask an administrator for them.':
    'Rolul dumneavoastră nu are încă permisiuni. Cereți-le unui administrator.',

  'Sign out': 'Deconectare',
  Password: 'Parolă',
  'Show: {field}': 'Afișează: {field}',
  'Fill in your e-mail address and your password.': 'Introduceți adresa de e-mail și parola.',
  'E-mail address or password is wrong.': 'Adresa de e-mail sau parola este greșită.',
  'No account, or forgot your password? Ask an administrator.':
    'Nu aveți cont sau ați pierdut parola? Întrebați un administrator.',
  'No account? Ask an administrator.': 'Nu aveți cont? Întrebați un administrator.',
  'Forgot your password?': 'Ați uitat parola?',
  'We send you a link with which you can choose a new one.':
    'Vă trimitem un link cu care puteți alege una nouă.',
  'Fill in your e-mail address.': 'Introduceți adresa de e-mail.',
  'Send the link': 'Trimite linkul',
  'Back to the sign-in': 'Înapoi la autentificare',
  'If an active account has this address, an e-mail with a link is on its way to {email}.':
    'Dacă un cont activ are această adresă, un e-mail cu un link este pe drum către {email}.',
  'The link works once, for 30 minutes. No e-mail? Look into the spam folder, or ask an administrator.':
    'Linkul funcționează o singură dată, timp de 30 de minute. Niciun e-mail? Căutați în dosarul spam sau întrebați un administrator.',
  'This service sends no e-mail. Ask an administrator for a new password.':
    'Acest serviciu nu trimite e-mailuri. Cereți unui administrator o parolă nouă.',
  'This link cannot be used': 'Acest link nu poate fi folosit',
  'It is older than 30 minutes, was used already, or a newer one was sent.':
    'Este mai vechi de 30 de minute, a fost deja folosit sau a fost trimis unul mai nou.',
  'Request another link': 'Cere alt link',
  'If you were invited, ask for another invitation.': 'Dacă ați fost invitat, cereți o altă invitație.',
  'Choose a new password': 'Alegeți o parolă nouă',
  'Choose the password with which {email} signs in.': 'Alegeți parola cu care se autentifică {email}.',
  'Set the password': 'Setează parola',
  'Your password is set. Sign in with it.': 'Parola este setată. Autentificați-vă cu ea.',
  'This account is not active. Ask an administrator to activate it.':
    'Acest cont nu este activ. Cereți unui administrator să îl activeze.',

  'Page not found': 'Pagina nu a fost găsită',
  'There is no page at this address. It may have been moved, or the link is wrong.':
    'La această adresă nu există nicio pagină. Poate a fost mutată sau linkul este greșit.',
  'Go to the overview': 'La prezentarea generală',
  'Not permitted': 'Nepermis',
  'Your role ({role}) does not permit this page. Ask an administrator for it.':
    'Rolul dumneavoastră ({role}) nu permite această pagină. Cereți-o unui administrator.',
  '{name} does not respond': '{name} nu răspunde',
  'Go back': 'Înapoi',
  'Not found': 'Negăsit',
  'This could not be loaded': 'Nu s-a putut încărca',

  'Your profile': 'Profilul dumneavoastră',
  'Name, language and time zone': 'Nume, limbă și fus orar',
  'Time zone': 'Fus orar',
  'Same as the browser ({zone})': 'Ca browserul ({zone})',
  'Save profile': 'Salvează profilul',
  'Your profile is saved.': 'Profilul este salvat.',
  'Current password': 'Parola actuală',
  'New password': 'Parola nouă',
  'New password again': 'Parola nouă încă o dată',
  'At least {count} characters.': 'Cel puțin {count} caractere.',
  'Change password': 'Schimbă parola',
  'Your password is changed. Other browsers have been signed out.':
    'Parola este schimbată. Celelalte browsere au fost deconectate.',
  'The password was not changed.': 'Parola nu a fost schimbată.',
  'While you act as another user, that user’s profile, password and notifications cannot be changed.':
    'Cât timp acționați ca alt utilizator, profilul, parola și notificările lui nu pot fi modificate.',
  'Please check the marked fields.': 'Verificați câmpurile marcate.',
  'is required': 'este obligatoriu',
  'is wrong': 'este greșit',
  'must have at least {count} characters': 'trebuie să aibă cel puțin {count} caractere',
  'is not the same as the new password': 'nu este aceeași cu parola nouă',

  Image: 'Imagine',
  'Choose an image': 'Alege o imagine',
  'Choose another': 'Alege alta',
  'Choose an image, or drop one here. You can select a square part of it afterwards.':
    'Alegeți o imagine sau trageți una aici. Apoi puteți selecta o parte pătrată din ea.',
  'PNG, JPEG, GIF, WebP or SVG, {limit} MiB at most.': 'PNG, JPEG, GIF, WebP sau SVG, cel mult {limit} MiB.',
  'Choose one image, not several.': 'Alegeți o singură imagine.',
  'The file is too large. Choose one of {limit} MiB at most.':
    'Fișierul este prea mare. Alegeți unul de cel mult {limit} MiB.',
  '“{file}” has no image that can be read. Choose a PNG, JPEG, GIF, WebP or SVG file.':
    '„{file}” nu conține o imagine care poate fi citită. Alegeți un fișier PNG, JPEG, GIF, WebP sau SVG.',
  'The browser could not cut this image. Choose another one.':
    'Browserul nu a putut decupa această imagine. Alegeți alta.',
  'Part of the image to be shown': 'Partea din imagine care se afișează',
  'Drag the image, or use the arrow keys; plus and minus zoom.':
    'Trageți imaginea sau folosiți tastele săgeți; plus și minus măresc și micșorează.',
  Zoom: 'Mărire',
  'Left to right': 'De la stânga la dreapta',
  'Top to bottom': 'De sus în jos',
  'Save image': 'Salvează imaginea',
  'Sending the image': 'Se trimite imaginea',
  'Use the default image': 'Folosește imaginea implicită',
  'The image is saved.': 'Imaginea este salvată.',
  'The default image is in use.': 'Se folosește imaginea implicită.',
  'The service did not accept this image: {reason}': 'Serviciul nu a acceptat această imagine: {reason}',
  'You may not change this image.': 'Nu puteți schimba această imagine.',
  'While you act as another user, no image can be changed.':
    'Cât timp acționați ca alt utilizator, nicio imagine nu poate fi schimbată.',

  'This row does not exist': 'Acest rând nu există',
  'It was deleted, or the link is wrong.': 'A fost șters sau linkul este greșit.',
  'Open the table': 'La tabel',
  'Rows of the result': 'Rândurile rezultatului',
  'Rows that point here': 'Rânduri care trimit aici',
  'as {name}': 'ca {name}',
  'Row {number}': 'Rândul {number}',
  'Row {number} of {count}': 'Rândul {number} din {count}',
  'Copy link': 'Copiază linkul',
  'The link was copied.': 'Linkul a fost copiat.',
  'The link could not be copied. Copy it from here: {link}':
    'Linkul nu a putut fi copiat. Copiați-l de aici: {link}',
  'Previous row': 'Rândul anterior',
  'Next row': 'Rândul următor',
  'Previous row (left arrow key)': 'Rândul anterior (săgeată stânga)',
  'Next row (right arrow key)': 'Rândul următor (săgeată dreapta)',

  'New user': 'Utilizator nou',
  'Edit user': 'Editează utilizatorul',
  'Edit {name}': 'Editează {name}',
  'At least {count} characters. Tell it to the person, who can change it under “Your profile”.':
    'Cel puțin {count} caractere. Comunicați-o persoanei, care o poate schimba la „Profilul dumneavoastră”.',
  'Leave it empty to keep the present one. A new one signs the person out everywhere and deletes the person’s API keys.':
    'Lăsați gol pentru a o păstra pe cea actuală. Una nouă deconectează persoana peste tot și îi șterge cheile API.',
  'The person chooses it, by a link in an e-mail': 'O alege persoana, printr-un link dintr-un e-mail',
  'I set one': 'Dau eu una',
  'Create and invite': 'Creează și invită',
  'To invite people by e-mail instead, the service needs a mail server: see “Mail” in its guide for operators.':
    'Pentru a invita prin e-mail, serviciul are nevoie de un server de e-mail: vedeți „Mail” în ghidul pentru operatori.',
  'Not accepted yet': 'Încă neacceptată',
  'Invited on {moment}. The link expires on {expiry}.': 'Invitat la {moment}. Linkul expiră la {expiry}.',
  'Invited on {moment}. The link has expired.': 'Invitat la {moment}. Linkul a expirat.',
  'Invited on {moment}. The e-mail has not been sent yet.':
    'Invitat la {moment}. E-mailul nu a fost încă trimis.',
  'This service has no mail server any more, so the invitation cannot be sent again. Give a password below.':
    'Acest serviciu nu mai are server de e-mail, deci invitația nu poate fi retrimisă. Dați o parolă mai jos.',
  'Send the invitation again': 'Trimite din nou invitația',
  'Default of the service': 'Cum este configurat serviciul',
  'Create user': 'Creează utilizatorul',
  Save: 'Salvează',

  'Role: {role}': 'Rol: {role}',
  'A role says what its users may do. Open one to see or change its permissions.':
    'Un rol spune ce pot face utilizatorii lui. Deschideți unul pentru a-i vedea sau modifica permisiunile.',
  'May do everything': 'Poate face orice',
  'May manage what belongs to others': 'Poate administra ce aparține altora',
  Permissions: 'Permisiuni',
  'Administrators have every permission, also those that are added later.':
    'Administratorii au toate permisiunile, și pe cele adăugate mai târziu.',
  'Search permissions': 'Caută permisiuni',
  'Found: {count}.': 'Găsite: {count}.',
  'Granted: {count} of {total}.': 'Acordate: {count} din {total}.',
  '{count} of {total}': '{count} din {total}',
  'No permission matches': 'Nicio permisiune nu se potrivește',
  'Show all': 'Afișează tot',
  Others: 'Altele',
  'All of {group}': 'Tot din {group}',
  'Changes not saved: {count}': 'Modificări nesalvate: {count}',
  'All changes saved': 'Totul este salvat',
  Undo: 'Anulează modificările',
  'Leave without saving?': 'Plecați fără a salva?',
  'The permissions that you changed are not saved yet.': 'Permisiunile modificate nu sunt încă salvate.',
  'Leave without saving': 'Pleacă fără a salva',
  'Stay here': 'Rămâi aici',

  '(in part: {names})': '(parțial: {names})',
  'New role': 'Rol nou',
  'Create role': 'Creează rolul',
  'None: I will choose them next': 'Niciuna: le aleg după aceea',
  'Those of {role}': 'Cele ale rolului {role}',
  Rename: 'Redenumește',
  Copy: 'Copiază',
  'Delete this role?': 'Ștergeți acest rol?',
  'The role {role} and its list of permissions will be deleted.':
    'Rolul {role} și lista lui de permisiuni vor fi șterse.',
  'Users who have this role: {count}.': 'Utilizatori cu acest rol: {count}.',
  'It belongs to the service, and can be neither renamed nor deleted.':
    'Aparține serviciului și nu poate fi redenumit sau șters.',
  'It can be deleted when they have another one.': 'Poate fi șters după ce aceștia au alt rol.',

  'Sessions and API keys': 'Sesiuni și chei API',
  'See where you are signed in, and make API keys for programs that act in your name.':
    'Vedeți unde sunteți autentificat și creați chei API pentru programe care acționează în numele dumneavoastră.',
  'Show sessions and API keys': 'Afișează sesiunile și cheile API',
  'While you act as another user, that user’s sessions and API keys are not shown.':
    'Cât timp acționați ca alt utilizator, sesiunile și cheile lui API nu sunt afișate.',
  Sessions: 'Sesiuni',
  'Where you are signed in. End sessions that you do not recognise, then change your password. “Last used” is accurate to the hour; a browser notices within a minute that its session has ended.':
    'Unde sunteți autentificat. Încheiați ce nu cunoașteți, apoi schimbați parola. „Ultima folosire” este dată la nivel de oră; un browser observă în cel mult un minut că sesiunea lui s-a încheiat.',
  'Unknown device': 'Dispozitiv necunoscut',
  'This browser': 'Acest browser',
  'Acts as {name}': 'Acționează ca {name}',
  '{name} acts in this name': '{name} acționează în acest nume',
  'Last used {moment}': 'Ultima folosire: {moment}',
  'Since {moment}': 'Din {moment}',
  End: 'Încheie',
  'End the session: {device}': 'Încheie sesiunea: {device}',
  'End all other sessions': 'Încheie toate celelalte sesiuni',
  'End all sessions': 'Încheie toate sesiunile',
  'The session is ended.': 'Sesiunea este încheiată.',
  'All sessions are ended.': 'Toate sesiunile sunt încheiate.',
  'All other sessions are ended.': 'Toate celelalte sesiuni sunt încheiate.',
  'No sessions.': 'Nicio sesiune.',
  'API keys': 'Chei API',
  'A program with a key acts in your name. It sends the key in the header x-api-key. Create a key for each program.':
    'Cu o cheie, un program acționează în numele dumneavoastră: o trimite ca x-api-key. Creați câte una pentru fiecare program.',
  'New API key': 'Cheie API nouă',
  'Create the key': 'Creează cheia',
  'Copy the key': 'Copiază cheia',
  'The key is copied.': 'Cheia este copiată.',
  'The browser did not copy it. Select the key, and copy it yourself.':
    'Browserul nu a copiat-o. Selectați cheia și copiați-o dumneavoastră.',
  'Copy the key now: it is not shown again.': 'Copiați cheia acum: nu va mai fi afișată.',
  'I have copied it': 'O am',
  'Without a name': 'Fără nume',
  'The whole account': 'Întregul cont',
  'Permissions: {count}': 'Permisiuni: {count}',
  'Never used': 'Nefolosită',
  'Does not expire': 'Nu expiră',
  'Expires {moment}': 'Expiră la {moment}',
  Expires: 'Expirare',
  Expired: 'Expirată',
  Never: 'Niciodată',
  'In {count} days': 'În {count} de zile',
  'What it may do': 'Ce poate face',
  'What I choose below, as long as I may do it myself': 'Ce aleg mai jos, cât timp pot face și eu',
  'All my permissions': 'Toate permisiunile mele',
  'Choose what the key may do.': 'Alegeți ce poate face cheia.',
  Revoke: 'Revocă',
  'Revoke the API key: {name}': 'Revocă cheia API: {name}',
  'Revoke this API key?': 'Revocați această cheie API?',
  'Programs that use it are refused from now on.': 'De acum, programele care o folosesc sunt refuzate.',
  'The API key is revoked.': 'Cheia API este revocată.',
  'No API keys.': 'Nicio cheie API.',

  'The response of the service cannot be read. Try again in a moment.':
    'Răspunsul serviciului nu poate fi citit. Încercați din nou peste puțin timp.',
  'The service cannot be reached. Check your connection, then try again.':
    'Serviciul nu răspunde. Verificați conexiunea, apoi încercați din nou.',
  'Your session has ended. Sign in to continue where you were.':
    'Sesiunea dumneavoastră s-a încheiat. Conectați-vă pentru a continua de unde ați rămas.',
  'You are signed out. Sign in again to continue.':
    'Nu mai sunteți autentificat. Autentificați-vă din nou pentru a continua.',
  'Your role does not permit this. Ask an administrator for it.':
    'Rolul dumneavoastră nu permite acest lucru. Cereți-l unui administrator.',
  'There is nothing here any more.': 'Aici nu mai este nimic.',
  'Too many attempts. Wait {seconds|# second|# seconds}, then try again.':
    'Prea multe încercări. Așteptați {seconds|# secundă|# secunde|# de secunde}, apoi încercați din nou.',
  'The service is not available at the moment. Try again in a few seconds.':
    'Serviciul nu este disponibil momentan. Încercați din nou peste câteva secunde.',
  'Something went wrong ({status}). Try again in a moment.':
    'Ceva nu a mers bine ({status}). Încercați din nou peste puțin timp.',

  Notifications: 'Notificări',
  'Notifications, {count} unread': 'Notificări, {count} necitite',
  'Nothing new.': 'Nimic nou.',
  Unread: 'Necitită',
  'Mark as read': 'Marchează ca citită',
  'Mark all as read': 'Marchează toate ca citite',
  'Remove: {title}': 'Elimină: {title}',
  'The e-mail could not be delivered.': 'E-mailul nu a putut fi livrat.',
  'What it is about': 'Despre ce este vorba',
  List: 'Listă',
  Immediately: 'Imediat',
  'Save notifications': 'Salvează notificările',
  'Your notifications are saved.': 'Notificările sunt salvate.',

  'API call': 'Apel API',
  'The last {hours} hours': 'Ultimele {hours} ore',
  'The last {hours} hours: {calls|# call|# calls}, {failures} of them failed; the highest 95th percentile of an hour is {longest}.':
    'Ultimele {hours} ore: {calls|# apel|# apeluri|# de apeluri}, dintre care {failures} eșuate; cea mai mare percentilă 95 a unei ore este {longest}.',
  '{time}: {calls|# call|# calls}, {failures} failed, 95th percentile {p95}':
    '{time}: {calls|# apel|# apeluri|# de apeluri}, {failures} eșuate, percentila 95 {p95}',
  'Calls: {count}': 'Apeluri: {count}',
  'Failures: {count}': 'Eșecuri: {count}',
  '95th percentile (at most {longest})': 'Percentila 95 (cel mult {longest})',
  'Calls per hour': 'Apeluri pe oră',
  'The figures as a table': 'Cifrele ca tabel',
  Hour: 'Oră',
  Calls: 'Apeluri',
  Failures: 'Eșecuri',
  '95th percentile': 'Percentila 95',
  Attempts: 'Încercări',
  'Attempt {number}': 'Încercarea {number}',
  Request: 'Cerere',
  Response: 'Răspuns',
  'The request was not logged.': 'Cererea nu a fost înregistrată.',
  'There was no response, or it was not logged.': 'Nu a existat un răspuns sau nu a fost înregistrat.',
  'No headers': 'Fără antete',
  'No body': 'Fără conținut',
  'Body: {message}': 'Conținut: {message}',
  'request of attempt {number}': 'cererea încercării {number}',
  'response of attempt {number}': 'răspunsul încercării {number}',
  'No response': 'Niciun răspuns',
  Action: 'Acțiune',
  'It has not ended yet.': 'Nu s-a încheiat încă.',
  'Row {id}': 'Rândul {id}',
  'Rows that are not listed: {count}': 'Rânduri care nu sunt enumerate: {count}',
  'Deleted user {id}': 'Utilizator șters {id}',
  'The page could not be loaded. Check your connection, then load it again.':
    'Pagina nu a putut fi încărcată. Verificați conexiunea, apoi încărcați-o din nou.',

  Commands: 'Comenzi',
  'Search pages, tables and actions': 'Caută pagini, tabele și acțiuni',
  'Recently used': 'Folosite recent',
  'This table': 'Acest tabel',
  'This row': 'Acest rând',
  Overview: 'Prezentare generală',

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
