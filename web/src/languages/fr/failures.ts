import type { RecipientCatalogues } from '../catalogues.js';
import { formats } from './intl.js';

const { formatBytes } = formats;

export const failures: RecipientCatalogues['failures'] = {
  'max-retries': [
    'La connexion a échoué après plusieurs tentatives. Veuillez essayer ce qui suit\u00a0:',
    '• Rechargez cette page et ouvrez de nouveau le lien.',
    '• Vérifiez votre connexion internet.',
    '• Désactivez un instant votre VPN ou pare-feu\u00a0; ils peuvent bloquer les connexions directes.',
    '• Essayez un autre navigateur, par exemple une version actuelle de Chrome, Edge, Firefox ou Safari.',
    '• Réessayez plus tard.',
    'Sur un appareil mobile\u00a0: gardez cet onglet au premier plan et l’écran allumé, passez du Wi-Fi aux données mobiles ou inversement, et désactivez le mode économie d’énergie.',
  ].join('\n'),
  'invalid-server-message': 'Message incorrect reçu du serveur',
  'invalid-offer': 'Offre incorrecte reçue de l’expéditeur',
  'webrtc-unavailable':
    'Ce navigateur bloque WebRTC, qui transporte le fichier. Autorisez-le dans les paramètres ou les extensions, ou utilisez un autre navigateur.',
  'offer-failed': 'L’offre de connexion n’a pas pu être créée',
  'offer-processing-failed': 'L’offre de connexion n’a pas pu être traitée',
  'answer-processing-failed': 'La réponse à l’offre de connexion n’a pas pu être traitée',
  'channel-error': 'Erreur du canal de données',
  'peer-unreachable': 'Échec de la connexion – l’autre côté est injoignable',
  'channel-not-ready': ({ channelState = '' }) =>
    `Le canal de données n’est pas prêt. État actuel\u00a0: ${channelState}`,
  'signalling-unavailable':
    'Erreur réseau\u00a0: impossible de joindre le serveur. Veuillez vérifier votre connexion internet.',
  'code-not-loaded':
    'Une partie de l’application n’a pas pu être chargée. Vérifiez votre connexion internet et rechargez la page. Une nouvelle version est peut-être disponible.',
  'link-not-read':
    'Le stockage de ce navigateur n’a pas pu être lu\u00a0; rien n’a donc été envoyé. Réessayez ou redémarrez le navigateur.',
  'share-of-another-account':
    'Le compte avec lequel ce partage a été créé dans ce navigateur n’est pas connecté\u00a0; rien n’a donc été envoyé. Connectez-vous avec ce compte ou créez un nouveau partage.',
  'access-denied': 'Mot de passe incorrect ou lien expiré.',
  'share-closed': 'Ce partage a été arrêté ou a expiré.',
  'password-changed':
    'Le mot de passe de ce partage a été modifié. Les destinataires ont besoin du nouveau pour continuer.',
  replaced: 'Ce partage est envoyé depuis un autre onglet ou appareil.',
  'file-unreadable':
    'Le fichier n’est plus lisible. Il a été modifié, déplacé ou supprimé depuis que vous l’avez choisi. Choisissez-le de nouveau et réessayez.',
  'protocol-violation': 'Des données inattendues sont arrivées. Veuillez réessayer.',
  'digest-mismatch': 'Les données reçues ne correspondent pas à l’original. Veuillez réessayer.',
  'claim-refuted':
    'L’appareil du destinataire a déclaré des parties du fichier qu’il n’a pas\u00a0; rien ne compte donc comme remis. Le destinataire peut réessayer.',
  'stored-part-invalid':
    'La partie du fichier déjà stockée sur cet appareil était endommagée et a été supprimée. Réessayez pour recevoir le fichier entier.',
  'size-mismatch': 'Le fichier enregistré n’a pas la taille attendue. Veuillez réessayer.',
  'file-changed':
    'Le fichier est devenu plus grand que l’expéditeur ne l’avait annoncé. Rechargez cette page ou demandez un nouveau lien à l’expéditeur.',
  'storage-full': ({ neededBytes, freeBytes }) =>
    'Il n’y a pas assez d’espace libre sur cet appareil pour le fichier.' +
    (neededBytes === undefined || freeBytes === undefined
      ? ''
      : ` Il faut ${formatBytes(neededBytes)}\u00a0; ${formatBytes(freeBytes)} sont disponibles.`) +
    ' Libérez de l’espace et réessayez.',
  'no-room-to-save':
    'Le fichier entier est arrivé, mais il n’y a pas assez d’espace libre dans le dossier choisi. Libérez de l’espace et réessayez, ou choisissez un autre emplacement\u00a0; rien n’est envoyé deux fois.',
  'not-saved-there':
    'Le fichier entier est arrivé, mais il n’a pas pu être enregistré à l’emplacement choisi. Réessayez lorsqu’il sera disponible, ou choisissez-en un autre\u00a0; rien n’est envoyé deux fois.',
  'permission-lost':
    'Le navigateur n’autorise plus cette page à écrire dans le fichier choisi. Réessayez et acceptez lorsque le navigateur le demande.',
  'blocked-here':
    'Le contrôle de sécurité de ce navigateur ou de votre organisation n’a pas autorisé ce fichier. Réessayer ne servira à rien\u00a0; adressez-vous à l’expéditeur ou à votre administrateur.',
  'sink-failed':
    'Le fichier n’a pas pu être enregistré. Vérifiez l’espace libre et les autorisations, puis réessayez.',
  'sink-stalled':
    'Le navigateur n’enregistre plus le fichier. Gardez cet onglet ouvert et réessayez.',
  'sink-cancelled': 'Le téléchargement a été annulé dans le navigateur.',
  'not-restartable':
    'Le téléchargement ne peut pas reprendre là où il s’est arrêté et doit recommencer. Veuillez réessayer.',
  'too-large-for-memory':
    'Ce navigateur ne peut pas enregistrer un fichier de cette taille. Utilisez une version actuelle de Chrome, Edge ou Firefox, ou quittez la navigation privée.',
  'too-slow':
    'Les données arrivent plus vite que cet appareil ne peut les enregistrer. Libérez de l’espace ou utilisez un autre navigateur.',
  'sender-unproven':
    'L’expéditeur n’a pas pu prouver que ce lien est le sien\u00a0; rien n’a donc été reçu. Quelqu’un intercepte peut-être la connexion, ou l’expéditeur utilise un autre appareil. Demandez-lui, par exemple par téléphone, d’envoyer depuis l’appareil qui a créé le lien.',
  'receiver-unproven':
    'Ce destinataire n’a pas pu prouver qu’il a votre lien\u00a0; rien n’a donc été envoyé. Quelqu’un intercepte peut-être la connexion. Renvoyez-lui le lien complet par un autre moyen.',
  'refused-by-recipient':
    'Le navigateur du destinataire a interrompu le transfert\u00a0: cet appareil n’a pas pu prouver qu’il a créé le lien. Envoyez depuis l’appareil et le navigateur avec lesquels vous avez créé le partage, ou créez un nouveau partage ici.',
  'refused-by-sender':
    'L’expéditeur n’a rien envoyé à cet appareil, faute de preuve qu’il a le lien. Redemandez le lien et ouvrez-le en entier.',
  'file-differs': ({ offeredName = '', offeredBytes }) =>
    `L’expéditeur propose un autre fichier que celui affiché ici\u00a0: «\u00a0${offeredName}\u00a0»` +
    (offeredBytes === undefined ? '' : `, ${formatBytes(offeredBytes)}`) +
    '. Rien n’a été reçu. Demandez à l’expéditeur quel est le bon fichier.',
  'file-refused':
    'Ce n’est pas le fichier affiché chez le destinataire\u00a0; son navigateur a donc interrompu le transfert. Créez un nouveau partage pour ce fichier.',
  'cancelled-by-peer': 'L’autre côté a annulé le transfert.',
  'declined-by-sender': 'L’expéditeur a refusé ce téléchargement.',
  'ended-here': 'Vous avez mis fin à ce transfert.',
  'declined-here': 'Vous avez refusé ce téléchargement.',
  'unreadable-at-sender':
    'Le fichier de l’expéditeur a été modifié, déplacé ou supprimé et n’est plus lisible. Demandez à l’expéditeur de le choisir de nouveau.',
  'full-at-recipient':
    'L’appareil du destinataire n’a pas assez d’espace libre pour le fichier. Le destinataire peut libérer de l’espace et réessayer.',
  'not-saved-at-recipient':
    'Le navigateur du destinataire n’a pas enregistré le fichier. Le destinataire peut réessayer.',
  'blocked-at-recipient':
    'Le contrôle de sécurité du navigateur ou de l’organisation du destinataire n’a pas autorisé le fichier. Réessayer ne servira à rien\u00a0; convenez d’un autre moyen avec le destinataire.',
  'failed-at-peer': 'L’autre côté n’a pas pu continuer le transfert.',
  unexpected: 'Une erreur s’est produite pendant ce transfert. Veuillez réessayer.',
};
