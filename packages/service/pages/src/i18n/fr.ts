import { templates } from './fr/templates.ts';
import type { Dictionary } from './translate.ts';

/** French. */
export const dictionary: Dictionary = {
  ...templates,

  'Skip to the content': 'Aller au contenu',
  'Loading …': 'Chargement…',
  '{name}: overview': '{name} : vue d’ensemble',
  Main: 'Menu principal',
  Menu: 'Menu',
  Appearance: 'Apparence',
  System: 'Système',
  Tables: 'Tableaux',
  'Find a table': 'Chercher un tableau',
  Light: 'Clair',
  Dark: 'Sombre',
  'API documentation': 'Documentation de l’API',
  'You are offline. What you see may be out of date, and nothing can be saved.':
    'Vous êtes hors ligne. Ce que vous voyez n’est peut-être plus à jour, et rien ne peut être enregistré.',
  Impersonation: 'Action au nom d’un autre',
  'You act as {name}.': 'Vous agissez en tant que {name}.',
  Stop: 'Arrêter',

  Roles: 'Rôles',
  'The people who can sign in, and their permissions.':
    'Les personnes qui peuvent se connecter, et leurs autorisations.',
  'The roles and their permissions.': 'Les rôles et leurs autorisations.',
  'Inbound and outbound calls: requests, responses and failures.':
    'Appels entrants et sortants : demandes, réponses et échecs.',
  'Welcome, {name}': 'Bienvenue, {name}',
  'There is nothing here for you yet': 'Il n’y a encore rien pour vous ici',
  'Your role has no permissions so far. Ask an administrator for them.':
    'Votre rôle n’a pas encore d’autorisations. Demandez-les à un administrateur.',

  'Sign out': 'Se déconnecter',
  Password: 'Mot de passe',
  'Show: {field}': 'Afficher : {field}',
  'Fill in your e-mail address and your password.': 'Saisissez votre adresse e-mail et votre mot de passe.',
  'E-mail address or password is wrong.': 'L’adresse e-mail ou le mot de passe est incorrect.',
  'No account, or forgot your password? Ask an administrator.':
    'Pas de compte, ou mot de passe perdu ? Adressez-vous à un administrateur.',
  'No account? Ask an administrator.': 'Pas de compte ? Adressez-vous à un administrateur.',
  'Forgot your password?': 'Mot de passe oublié ?',
  'We send you a link with which you can choose a new one.':
    'Nous vous envoyons un lien qui permet d’en choisir un nouveau.',
  'Fill in your e-mail address.': 'Saisissez votre adresse e-mail.',
  'Send the link': 'Envoyer le lien',
  'Back to the sign-in': 'Retour à la connexion',
  'If an active account has this address, an e-mail with a link is on its way to {email}.':
    'Si un compte actif a cette adresse, un e-mail contenant un lien est en route vers {email}.',
  'The link works once, for 30 minutes. No e-mail? Look into the spam folder, or ask an administrator.':
    'Le lien fonctionne une fois, pendant 30 minutes. Pas d’e-mail ? Regardez dans les courriers indésirables, ou adressez-vous à un administrateur.',
  'This service sends no e-mail. Ask an administrator for a new password.':
    'Ce service n’envoie pas d’e-mails. Demandez un nouveau mot de passe à un administrateur.',
  'This link cannot be used': 'Ce lien n’est plus valable',
  'It is older than 30 minutes, was used already, or a newer one was sent.':
    'Il date de plus de 30 minutes, a déjà été utilisé, ou un lien plus récent a été envoyé.',
  'Request another link': 'Demander un autre lien',
  'If you were invited, ask for another invitation.':
    'Si vous avez été invité, demandez une nouvelle invitation.',
  'Choose a new password': 'Choisir un nouveau mot de passe',
  'Choose the password with which {email} signs in.':
    'Choisissez le mot de passe avec lequel {email} se connecte.',
  'Set the password': 'Définir le mot de passe',
  'Your password is set. Sign in with it.': 'Votre mot de passe est défini. Connectez-vous avec celui-ci.',
  'This account is not active. Ask an administrator to activate it.':
    'Ce compte n’est pas actif. Demandez à un administrateur de l’activer.',

  'Page not found': 'Page introuvable',
  'There is no page at this address. It may have been moved, or the link is wrong.':
    'Il n’y a pas de page à cette adresse. Elle a peut-être été déplacée, ou le lien est erroné.',
  'Go to the overview': 'Vers la vue d’ensemble',
  'Not permitted': 'Non autorisé',
  'Your role ({role}) does not permit this page. Ask an administrator for it.':
    'Votre rôle ({role}) ne permet pas cette page. Demandez-la à un administrateur.',
  '{name} does not respond': '{name} ne répond pas',
  'Go back': 'Retour',
  'Not found': 'Introuvable',
  'This could not be loaded': 'Le chargement a échoué',

  'Your profile': 'Votre profil',
  'Name, language and time zone': 'Nom, langue et fuseau horaire',
  'Time zone': 'Fuseau horaire',
  'Same as the browser ({zone})': 'Comme le navigateur ({zone})',
  'Save profile': 'Enregistrer le profil',
  'Your profile is saved.': 'Votre profil est enregistré.',
  'Current password': 'Mot de passe actuel',
  'New password': 'Nouveau mot de passe',
  'New password again': 'Nouveau mot de passe, encore une fois',
  'At least {count} characters.': 'Au moins {count} caractères.',
  'Change password': 'Changer le mot de passe',
  'Your password is changed. Other browsers have been signed out.':
    'Votre mot de passe est changé. Les autres navigateurs ont été déconnectés.',
  'The password was not changed.': 'Le mot de passe n’a pas été changé.',
  'While you act as another user, that user’s profile, password and notifications cannot be changed.':
    'Tant que vous agissez au nom d’un autre utilisateur, son profil, son mot de passe et ses notifications ne peuvent pas être modifiés.',
  'Please check the marked fields.': 'Veuillez vérifier les champs marqués.',
  'is required': 'est obligatoire',
  'is wrong': 'est incorrect',
  'must have at least {count} characters': 'doit avoir au moins {count} caractères',
  'is not the same as the new password': 'n’est pas identique au nouveau mot de passe',

  Image: 'Image',
  'Choose an image': 'Choisir une image',
  'Choose another': 'En choisir une autre',
  'Choose an image, or drop one here. You can select a square part of it afterwards.':
    'Choisissez une image, ou déposez-en une ici. Vous pourrez ensuite en sélectionner une partie carrée.',
  'PNG, JPEG, GIF, WebP or SVG, {limit} MiB at most.': 'PNG, JPEG, GIF, WebP ou SVG, {limit} Mio au plus.',
  'Choose one image, not several.': 'Choisissez une seule image.',
  'The file is too large. Choose one of {limit} MiB at most.':
    'Le fichier est trop volumineux. Choisissez-en un de {limit} Mio au plus.',
  '“{file}” has no image that can be read. Choose a PNG, JPEG, GIF, WebP or SVG file.':
    '« {file} » ne contient pas d’image lisible. Choisissez un fichier PNG, JPEG, GIF, WebP ou SVG.',
  'The browser could not cut this image. Choose another one.':
    'Le navigateur n’a pas pu recadrer cette image. Choisissez-en une autre.',
  'Part of the image to be shown': 'Partie de l’image à afficher',
  'Drag the image, or use the arrow keys; plus and minus zoom.':
    'Faites glisser l’image, ou utilisez les touches fléchées ; plus et moins changent le zoom.',
  Zoom: 'Zoom',
  'Left to right': 'De gauche à droite',
  'Top to bottom': 'De haut en bas',
  'Save image': 'Enregistrer l’image',
  'Sending the image': 'Envoi de l’image',
  'Use the default image': 'Utiliser l’image par défaut',
  'The image is saved.': 'L’image est enregistrée.',
  'The default image is in use.': 'L’image par défaut est utilisée.',
  'The service did not accept this image: {reason}': 'Le service n’a pas accepté cette image : {reason}',
  'You may not change this image.': 'Vous ne pouvez pas changer cette image.',
  'While you act as another user, no image can be changed.':
    'Tant que vous agissez au nom d’un autre utilisateur, aucune image ne peut être changée.',

  'This row does not exist': 'Cette ligne n’existe pas',
  'It was deleted, or the link is wrong.': 'Elle a été supprimée, ou le lien est erroné.',
  'Open the table': 'Vers le tableau',
  'Rows of the result': 'Lignes du résultat',
  'Rows that point here': 'Lignes qui renvoient ici',
  'as {name}': 'comme {name}',
  'Row {number}': 'Ligne {number}',
  'Row {number} of {count}': 'Ligne {number} sur {count}',
  'Copy link': 'Copier le lien',
  'The link was copied.': 'Le lien a été copié.',
  'The link could not be copied. Copy it from here: {link}':
    'Le lien n’a pas pu être copié. Copiez-le ici : {link}',
  'Previous row': 'Ligne précédente',
  'Next row': 'Ligne suivante',
  'Previous row (left arrow key)': 'Ligne précédente (flèche gauche)',
  'Next row (right arrow key)': 'Ligne suivante (flèche droite)',

  'New user': 'Nouvel utilisateur',
  'Edit user': 'Modifier l’utilisateur',
  'Edit {name}': 'Modifier {name}',
  'At least {count} characters. Tell it to the person, who can change it under “Your profile”.':
    'Au moins {count} caractères. Communiquez-le à la personne, qui peut le changer sous « Votre profil ».',
  'Leave it empty to keep the present one. A new one signs the person out everywhere and deletes the person’s API keys.':
    'Laissez vide pour garder l’actuel. Un nouveau mot de passe déconnecte la personne partout et supprime ses clés d’API.',
  'The person chooses it, by a link in an e-mail': 'La personne le choisit, par un lien dans un e-mail',
  'I set one': 'J’en donne un',
  'Create and invite': 'Créer et inviter',
  'To invite people by e-mail instead, the service needs a mail server: see “Mail” in its guide for operators.':
    'Pour inviter par e-mail, le service a besoin d’un serveur de messagerie : voir « Mail » dans le guide des exploitants.',
  'Not accepted yet': 'Pas encore acceptée',
  'Invited on {moment}. The link expires on {expiry}.': 'Invitation du {moment}. Le lien expire le {expiry}.',
  'Invited on {moment}. The link has expired.': 'Invitation du {moment}. Le lien a expiré.',
  'Invited on {moment}. The e-mail has not been sent yet.':
    'Invitation du {moment}. L’e-mail n’a pas encore été envoyé.',
  'This service has no mail server any more, so the invitation cannot be sent again. Give a password below.':
    'Ce service n’a plus de serveur de messagerie ; l’invitation ne peut pas être renvoyée. Donnez un mot de passe ci-dessous.',
  'Send the invitation again': 'Renvoyer l’invitation',
  'Default of the service': 'Comme le service est configuré',
  'Create user': 'Créer l’utilisateur',
  Save: 'Enregistrer',

  'Role: {role}': 'Rôle : {role}',
  'A role says what its users may do. Open one to see or change its permissions.':
    'Un rôle dit ce que ses utilisateurs peuvent faire. Ouvrez-en un pour voir ou changer ses autorisations.',
  'May do everything': 'Peut tout faire',
  'May manage what belongs to others': 'Peut gérer ce qui appartient aux autres',
  Permissions: 'Autorisations',
  'Administrators have every permission, also those that are added later.':
    'Les administrateurs ont toutes les autorisations, y compris celles qui seront ajoutées plus tard.',
  'Search permissions': 'Rechercher des autorisations',
  'Found: {count}.': 'Trouvées : {count}.',
  'Granted: {count} of {total}.': 'Accordées : {count} sur {total}.',
  '{count} of {total}': '{count} sur {total}',
  'No permission matches': 'Aucune autorisation ne correspond',
  'Show all': 'Tout afficher',
  Others: 'Autres',
  'All of {group}': 'Tout de {group}',
  'Changes not saved: {count}': 'Modifications non enregistrées : {count}',
  'All changes saved': 'Tout est enregistré',
  Undo: 'Annuler les modifications',
  'Leave without saving?': 'Quitter sans enregistrer ?',
  'The permissions that you changed are not saved yet.':
    'Les autorisations modifiées ne sont pas encore enregistrées.',
  'Leave without saving': 'Quitter sans enregistrer',
  'Stay here': 'Rester ici',

  '(in part: {names})': '(en partie : {names})',
  'New role': 'Nouveau rôle',
  'Create role': 'Créer le rôle',
  'None: I will choose them next': 'Aucune : je les choisis ensuite',
  'Those of {role}': 'Celles de {role}',
  Rename: 'Renommer',
  Copy: 'Copier',
  'Delete this role?': 'Supprimer ce rôle ?',
  'The role {role} and its list of permissions will be deleted.':
    'Le rôle {role} et sa liste d’autorisations seront supprimés.',
  'Users who have this role: {count}.': 'Utilisateurs ayant ce rôle : {count}.',
  'It belongs to the service, and can be neither renamed nor deleted.':
    'Il appartient au service et ne peut être ni renommé ni supprimé.',
  'It can be deleted when they have another one.': 'Il pourra être supprimé quand ils en auront un autre.',

  'Sessions and API keys': 'Sessions et clés d’API',
  'See where you are signed in, and make API keys for programs that act in your name.':
    'Voyez où vous êtes connecté, et créez des clés d’API pour les programmes qui agissent en votre nom.',
  'Show sessions and API keys': 'Afficher les sessions et les clés d’API',
  'While you act as another user, that user’s sessions and API keys are not shown.':
    'Tant que vous agissez au nom d’un autre utilisateur, ses sessions et ses clés d’API ne sont pas affichées.',
  Sessions: 'Sessions',
  'Where you are signed in. End sessions that you do not recognise, then change your password. “Last used” is accurate to the hour; a browser notices within a minute that its session has ended.':
    'Où vous êtes connecté. Fermez ce que vous ne connaissez pas, puis changez votre mot de passe. « Dernière utilisation » est à l’heure près ; un navigateur remarque en moins d’une minute que sa session est terminée.',
  'Unknown device': 'Appareil inconnu',
  'This browser': 'Ce navigateur',
  'Acts as {name}': 'Agit en tant que {name}',
  '{name} acts in this name': '{name} agit en ce nom',
  'Last used {moment}': 'Dernière utilisation : {moment}',
  'Since {moment}': 'Depuis le {moment}',
  End: 'Fermer la session',
  'End the session: {device}': 'Fermer la session : {device}',
  'End all other sessions': 'Fermer toutes les autres sessions',
  'End all sessions': 'Fermer toutes les sessions',
  'The session is ended.': 'La session est fermée.',
  'All sessions are ended.': 'Toutes les sessions sont fermées.',
  'All other sessions are ended.': 'Toutes les autres sessions sont fermées.',
  'No sessions.': 'Aucune session.',
  'API keys': 'Clés d’API',
  'A program with a key acts in your name. It sends the key in the header x-api-key. Create a key for each program.':
    'Avec une clé, un programme agit en votre nom : il l’envoie comme x-api-key. Créez-en une par programme.',
  'New API key': 'Nouvelle clé d’API',
  'Create the key': 'Créer la clé',
  'Copy the key': 'Copier la clé',
  'The key is copied.': 'La clé est copiée.',
  'The browser did not copy it. Select the key, and copy it yourself.':
    'Le navigateur ne l’a pas copiée. Sélectionnez la clé et copiez-la vous-même.',
  'Copy the key now: it is not shown again.': 'Copiez la clé maintenant : elle ne sera plus affichée.',
  'I have copied it': 'Je l’ai',
  'Without a name': 'Sans nom',
  'The whole account': 'Le compte entier',
  'Permissions: {count}': 'Autorisations : {count}',
  'Never used': 'Jamais utilisée',
  'Does not expire': 'N’expire pas',
  'Expires {moment}': 'Expire le {moment}',
  Expires: 'Expiration',
  Expired: 'Expirée',
  Never: 'Jamais',
  'In {count} days': 'Dans {count} jours',
  'What it may do': 'Ce qu’elle permet',
  'What I choose below, as long as I may do it myself':
    'Ce que je choisis ci-dessous, tant que je peux le faire moi-même',
  'All my permissions': 'Toutes mes autorisations',
  'Choose what the key may do.': 'Choisissez ce que la clé permet.',
  Revoke: 'Révoquer',
  'Revoke the API key: {name}': 'Révoquer la clé d’API : {name}',
  'Revoke this API key?': 'Révoquer cette clé d’API ?',
  'Programs that use it are refused from now on.': 'Les programmes qui l’utilisent seront désormais refusés.',
  'The API key is revoked.': 'La clé d’API est révoquée.',
  'No API keys.': 'Aucune clé d’API.',

  'The response of the service cannot be read. Try again in a moment.':
    'La réponse du service est illisible. Réessayez dans un instant.',
  'The service cannot be reached. Check your connection, then try again.':
    'Le service est injoignable. Vérifiez votre connexion, puis réessayez.',
  'Selected rows': 'Lignes sélectionnées',
  'The rows that match the search and the filters':
    'Les lignes qui correspondent à la recherche et aux filtres',
  'The view “{view}”': 'La vue « {view} »',
  'The view “{view}”, changed': 'La vue « {view} », modifiée',
  'Select these rows': 'Sélectionner ces lignes',
  'The whole table': 'La table entière',
  'Your session has ended. Sign in to continue where you were.':
    'Votre session est terminée. Connectez-vous pour reprendre où vous en étiez.',
  'You are signed out. Sign in again to continue.': 'Vous êtes déconnecté. Reconnectez-vous pour continuer.',
  'Your role does not permit this. Ask an administrator for it.':
    'Votre rôle ne le permet pas. Demandez-le à un administrateur.',
  'There is nothing here any more.': 'Il n’y a plus rien ici.',
  'Too many attempts. Wait {seconds|# second|# seconds}, then try again.':
    'Trop d’essais. Attendez {seconds|# seconde|# de secondes|# secondes}, puis réessayez.',
  'The service is not available at the moment. Try again in a few seconds.':
    'Le service n’est pas disponible en ce moment. Réessayez dans quelques secondes.',
  'Something went wrong ({status}). Try again in a moment.':
    'Une erreur s’est produite ({status}). Réessayez dans un instant.',

  Notifications: 'Notifications',
  'Notifications, {count} unread': 'Notifications, {count} non lues',
  'Nothing new.': 'Rien de nouveau.',
  Unread: 'Non lue',
  'Mark as read': 'Marquer comme lue',
  'Mark all as read': 'Tout marquer comme lu',
  'Remove: {title}': 'Retirer : {title}',
  'The e-mail could not be delivered.': 'L’e-mail n’a pas pu être remis.',
  'What it is about': 'De quoi il s’agit',
  List: 'Liste',
  Immediately: 'Immédiatement',
  'Save notifications': 'Enregistrer les notifications',
  'Your notifications are saved.': 'Vos notifications sont enregistrées.',

  'API call': 'Appel d’API',
  'The last {hours} hours': 'Les {hours} dernières heures',
  'The last {hours} hours: {calls|# call|# calls}, {failures} of them failed; the highest 95th percentile of an hour is {longest}.':
    'Les {hours} dernières heures : {calls|# appel|# d’appels|# appels}, dont {failures} en échec ; le 95e centile horaire le plus élevé est de {longest}.',
  '{time}: {calls|# call|# calls}, {failures} failed, 95th percentile {p95}':
    '{time} : {calls|# appel|# d’appels|# appels}, {failures} en échec, 95e centile {p95}',
  'Calls: {count}': 'Appels : {count}',
  'Failures: {count}': 'Échecs : {count}',
  '95th percentile (at most {longest})': '95e centile (au plus {longest})',
  'Calls per hour': 'Appels par heure',
  'The figures as a table': 'Les chiffres sous forme de tableau',
  Hour: 'Heure',
  Calls: 'Appels',
  Failures: 'Échecs',
  '95th percentile': '95e centile',
  Attempts: 'Tentatives',
  'Attempt {number}': 'Tentative {number}',
  Request: 'Demande',
  Response: 'Réponse',
  'The request was not logged.': 'La demande n’a pas été consignée.',
  'There was no response, or it was not logged.':
    'Il n’y a pas eu de réponse, ou elle n’a pas été consignée.',
  'No headers': 'Aucun en-tête',
  'No body': 'Aucun contenu',
  'Body: {message}': 'Contenu : {message}',
  'request of attempt {number}': 'demande de la tentative {number}',
  'response of attempt {number}': 'réponse de la tentative {number}',
  'No response': 'Aucune réponse',
  Action: 'Action',
  'It has not ended yet.': 'Elle n’est pas encore terminée.',
  'Row {id}': 'Ligne {id}',
  'Rows that are not listed: {count}': 'Lignes non énumérées : {count}',
  'Deleted user {id}': 'Utilisateur supprimé {id}',
  'The page could not be loaded. Check your connection, then load it again.':
    'La page n’a pas pu être chargée. Vérifiez votre connexion, puis rechargez-la.',

  Commands: 'Commandes',
  'Search pages, tables and actions': 'Rechercher des pages, tableaux et actions',
  'Recently used': 'Utilisées récemment',
  'This table': 'Ce tableau',
  'This row': 'Cette ligne',
  Overview: 'Vue d’ensemble',

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
