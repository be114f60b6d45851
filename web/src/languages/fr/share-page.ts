import type { RecipientCatalogues } from '../catalogues.js';
import { count, files } from './intl.js';

const recipients = (n: number): string =>
  count(n, { one: '# destinataire', other: '# destinataires' });

export const sharePage: RecipientCatalogues['share-page'] = {
  steps: {
    label: 'Étapes',
    password: 'Mot de passe',
    details: 'Vos coordonnées',
    download: 'Téléchargement',
    send: 'Envoi',
  },
  password: {
    title: 'Fichier protégé par mot de passe',
    intro: 'Saisissez le mot de passe de l’expéditeur. Vous ne l’avez pas\u00a0? Demandez-le-lui.',
    label: 'Mot de passe',
    show: 'Afficher le mot de passe',
    hide: 'Masquer le mot de passe',
    submit: 'Accéder au fichier',
    submitting: 'Vérification…',
    own: 'Votre session est ouverte. Si ce partage est le vôtre, la page d’envoi s’ouvre dans un instant.',
    missing: {
      title: 'Mot de passe requis',
      description: 'Veuillez saisir le mot de passe pour accéder à ce fichier.',
    },
    deniedTitle: 'Accès refusé',
    deniedFallback: 'Mot de passe incorrect ou lien expiré.',
    offlineTitle: 'Erreur de connexion',
  },
  damaged: {
    title: 'Ce lien est incomplet',
    text: 'Ouvrez le lien entier du message de l’expéditeur. Si cette page réapparaît, demandez-lui un nouveau lien.',
  },
  otherKey: {
    title: 'Ce n’est pas le même lien qu’avant',
    text: 'Le lien d’un partage ne change jamais, mais ce navigateur a déjà ouvert ce partage avec un autre lien. Ouvrez le lien du message de l’expéditeur. Si cette page réapparaît, ne continuez pas et demandez à l’expéditeur un nouveau partage.',
  },
  details: {
    title: 'Vos coordonnées pour le téléchargement',
    intro:
      'L’expéditeur voit qui a reçu le fichier. Votre nom et votre adresse e-mail figurent dans son journal.',
    name: 'Nom complet',
    email: 'Adresse e-mail',
    submit: 'Continuer vers le téléchargement',
    missing: {
      title: 'Coordonnées requises',
      description: 'Veuillez saisir votre nom et votre adresse e-mail.',
    },
    badEmail: {
      title: 'Adresse e-mail incorrecte',
      description: 'Veuillez saisir une adresse e-mail valide.',
    },
    received: {
      title: 'Coordonnées reçues',
      description: 'Merci. Vous pouvez maintenant télécharger le fichier.',
    },
  },
  file: {
    unknownType: 'Inconnu',
    size: 'Taille',
    type: 'Type',
    from: (name) => `De ${name}`,
  },
  progress: {
    label: 'Progression du transfert',
    of: (done, total) => `${done} sur ${total}`,
    left: (time) => `encore ${time}`,
    done: (percent) => `Terminé à ${percent} pour cent`,
  },
  connection: {
    direct: 'Envoyé directement par votre réseau.',
    stun: 'Envoyé directement par internet.',
    turn: 'Envoyé par un relais chiffré.',
    unknown: '',
  },
  common: {
    connectionError: 'Erreur de connexion',
    failedToConnect: { title: 'Erreur', description: 'Échec de la connexion' },
    transferFailed: 'Échec du transfert',
    reconnecting: (n, max) => ({
      title: 'Reconnexion…',
      description: `Tentative de connexion ${n} sur ${max}`,
    }),
    authenticationError: {
      title: 'Erreur d’authentification',
      description: 'Votre session n’a pas pu être vérifiée. Veuillez vous reconnecter.',
    },
  },
  invitation: {
    title: 'Créez un compte pour envoyer vos propres fichiers',
    going: (isSold) => `${isSold ? 'C’est gratuit. ' : ''}Ouverture de la page d’inscription…`,
    stayed: (isSold) =>
      `${isSold ? 'C’est gratuit. ' : ''}Votre nom et votre adresse e-mail sont déjà remplis.`,
    stay: 'Rester sur cette page',
    go: 'Créer un compte',
  },
  page: {
    title: (brand) => `Recevoir un fichier – ${brand}`,
    senderTitle: (brand) => `Envoyer un fichier – ${brand}`,
    receiveTitle: 'Téléchargement',
    sendTitle: 'Envoyer ce fichier',
    viewReceipt: 'Voir le reçu',
    promise: 'De navigateur à navigateur. Jamais stocké sur un serveur.',
    terms: 'Conditions',
    privacy: 'Confidentialité',
  },
};

export const sharePageReceiver: RecipientCatalogues['share-page-receiver'] = {
  badges: {
    ready: 'Prêt',
    connecting: 'Connexion',
    waiting: 'En attente',
    receiving: 'Réception',
    saving: 'Enregistrement',
    paused: 'En pause',
    completed: 'Terminé',
    retrying: 'Nouvel essai',
    error: 'Erreur',
  },
  ready: 'Prêt à télécharger',
  connecting: 'Connexion à l’expéditeur…',
  waiting: 'Connecté. L’expéditeur n’a pas encore commencé…',
  receiving: 'Réception du fichier…',
  stalled: (sender) => `En attente de ${sender || 'l’expéditeur'}…`,
  saving: 'Tout est reçu. Vérification et enregistrement…',
  silent: {
    server: 'Le serveur ne répond pas. Vérifiez votre réseau ou réessayez.',
    sender:
      'Rien n’est arrivé de l’expéditeur depuis 15 secondes. Le téléchargement reprendra à son retour. Vous pouvez aussi réessayer.',
    receiver:
      'Cet appareil enregistre encore ce qui est arrivé. Le téléchargement reprendra ensuite.',
  },
  paused: 'En pause. Votre progression est enregistrée.',
  pausedOpen:
    'En pause. Gardez cette page ouverte\u00a0: si vous la fermez, ce qui est déjà arrivé est perdu.',
  failedOpen:
    'Gardez cette page ouverte\u00a0: si vous la fermez ou la rechargez, ce qui est déjà arrivé est perdu.',
  pausedThere: (sender) =>
    `${sender || 'L’expéditeur'} a mis le transfert en pause. Le téléchargement continuera à la reprise.`,
  awaitingApproval: (sender) =>
    `${sender || 'L’expéditeur'} doit encore autoriser ce téléchargement.`,
  pausedBoth: (sender) =>
    `Vous et ${sender || 'l’expéditeur'} avez mis le transfert en pause. Le téléchargement reprendra une fois la pause levée des deux côtés.`,
  completed: 'Transfert terminé',
  retrying: (n, max) => `Reconnexion… tentative ${n} sur ${max}`,
  failed: 'Échec de la connexion',
  unsaved: 'Reçu, mais pas encore enregistré',
  download: 'Télécharger le fichier',
  starting: 'Démarrage…',
  pause: 'Pause',
  resume: 'Reprendre',
  tryAgain: 'Réessayer',
  otherPlace: 'Choisir un autre emplacement',
  newPassword: 'Saisir le nouveau mot de passe',
  passwordAgain: 'Saisir à nouveau le mot de passe',
  saveAgain: 'Enregistrer à nouveau',
  verified: 'Vérifié, identique au fichier de l’expéditeur',
  intact: 'Complet. Sa somme de contrôle est celle que l’autre côté a envoyée.',
  saved: (size) => `Enregistré sur cet appareil (${size}).`,
  savedAs: (name, size) => `Enregistré sur cet appareil sous «\u00a0${name}\u00a0» (${size}).`,
  offered: (size) =>
    `Complet (${size}). Votre navigateur l’enregistre maintenant dans les téléchargements\u00a0; acceptez s’il le demande.`,
  notOffered:
    'Rien n’y apparaît\u00a0? Enregistrez à nouveau ou ouvrez ce lien dans un autre navigateur.',
  streamed: (size) =>
    `Complet (${size}). Votre navigateur l’enregistre maintenant\u00a0; s’il demande où, choisissez un emplacement.`,
  notStreamed: 'Rien n’y apparaît\u00a0? Rouvrez ce lien et recommencez le téléchargement.',
  clocksDiffer:
    'Il n’y a pas de reçu, car les horloges des deux appareils diffèrent de plus de dix minutes.',
  keepOpen: 'Gardez cet onglet ouvert et visible jusqu’à la fin du téléchargement.',
  wasHidden:
    'Cet onglet était en arrière-plan, où les navigateurs le ralentissent. Gardez-le visible.',
  you: 'Vous',
  other: 'Expéditeur',
  toasts: {
    started: { title: 'Téléchargement lancé', description: 'En attente de l’expéditeur.' },
    notCreated: 'Le fichier n’a pas pu être créé à cet emplacement. Choisissez-en un autre.',
    gone: {
      title: 'Fichier plus disponible',
      description: 'Ce navigateur n’a plus le fichier. Téléchargez-le de nouveau.',
    },
    startFailed: {
      title: 'Échec du téléchargement',
      description: 'Le téléchargement n’a pas pu démarrer. Veuillez réessayer.',
    },
    connected: { title: 'Connecté', description: 'Vous êtes connecté à l’expéditeur.' },
    received: (name) => ({
      title: 'Fichier reçu',
      description: `${name} a été enregistré sur cet appareil.`,
    }),
    offered: (name) => `${name} est complet. Votre navigateur l’enregistre maintenant.`,
    theFile: 'Le fichier',
  },
};

export const sharePageSaving: RecipientCatalogues['share-page-saving'] = {
  insideApp:
    'Cette page est ouverte dans une autre application, qui n’enregistre peut-être pas les fichiers. Ouvrez plutôt le lien dans un navigateur comme Chrome ou Safari.',
  notChosen:
    'Aucun emplacement n’a été choisi. Si vous en avez choisi un, il est impossible d’y écrire\u00a0; choisissez-en un autre. Si aucune boîte de dialogue n’est apparue, ouvrez ce lien dans un autre navigateur.',
  title: 'Avant de télécharger',
  plan: {
    savedTo: 'Enregistré dans',
    chosenPlace:
      'L’emplacement de votre choix. Le fichier y reste vide jusqu’à la fin du téléchargement.',
    downloads: 'Votre dossier de téléchargements',
    spaceNeeded: 'Espace libre nécessaire',
    memoryNeeded: 'Mémoire nécessaire',
    twice: (needed) => `${needed}, car le fichier occupe le double pendant l’enregistrement`,
    twoPlaces: (there, here) =>
      `${there} à cet emplacement et ${here} dans le stockage de ce navigateur`,
    afterReload: 'Après un rechargement',
    continues: 'Le téléchargement reprend où il s’était arrêté',
    startsAgain: 'Le téléchargement recommence au début',
    temporaryCopy: 'Copie temporaire',
    keptAfterwards:
      'Gardée par ce navigateur. Elle est supprimée environ une heure après que vous avez vu le téléchargement terminé, ou à l’ouverture suivante de ce site.',
    keptUntilSaved: 'Gardée par ce navigateur jusqu’à l’enregistrement du fichier.',
    unfinished: 'Un téléchargement inachevé est gardé une semaine.',
  },
  bothOnline: 'Le téléchargement commence dès que l’expéditeur est en ligne.',
  check: {
    start: 'Vérifier la connexion',
    running: 'Vérification de la connexion…',
    direct: (roundTrip: string) =>
      `L’expéditeur est en ligne et une connexion directe est possible${roundTrip}.`,
    relayed: (roundTrip: string) =>
      `L’expéditeur est en ligne. Les réseaux entre vous n’autorisent pas de connexion directe\u00a0; le fichier passe donc par un relais${roundTrip}\u00a0: chiffré comme toujours, mais souvent plus lentement. Sans VPN, ou sur un autre réseau, une connexion directe est peut-être possible.`,
    connected: (roundTrip: string) =>
      `L’expéditeur est en ligne et une connexion est possible${roundTrip}.`,
    roundTrip: (milliseconds: string) => ` (aller-retour\u00a0: ${milliseconds})`,
    absent:
      'L’expéditeur n’est pas en ligne pour le moment. Demandez-lui d’ouvrir le partage et de laisser la page ouverte.',
    silent:
      'L’expéditeur est en ligne, mais sa page ne répond pas pour le moment. Réessayez dans une minute.',
    unreachable:
      'L’expéditeur est en ligne, mais les réseaux entre vous bloquent la connexion. Désactivez le VPN ou essayez un autre réseau, par exemple le partage de connexion d’un téléphone.',
    failed: 'La connexion n’a pas pu être vérifiée. Vérifiez votre propre connexion et réessayez.',
  },
  protectedLink:
    'Lien protégé\u00a0: rien n’est reçu avant que l’expéditeur ait prouvé que le lien est le sien.',
  linkEnd: (end) =>
    `Le lien que vous avez ouvert se termine par …${end}. Si celui du message de l’expéditeur se termine autrement, ne continuez pas.`,
  plainLink:
    'Lien simple\u00a0: la connexion est chiffrée, mais rien ne prouve qui se trouve à l’autre bout. Demandez un lien protégé à l’expéditeur si c’est important.',
  unfinished: (here, size) =>
    `${here} sur ${size} sont déjà téléchargés. Saisissez le mot de passe pour continuer.`,
  arrived: (here, size) =>
    `${here} sur ${size} sont déjà téléchargés. Le téléchargement reprend à partir de là.`,
  allArrived: (size) =>
    `Le fichier entier (${size}) est déjà sur cet appareil. Il est comparé à celui de l’expéditeur et enregistré\u00a0; rien n’est renvoyé.`,
  shortage: (size, free) =>
    `Ce fichier fait ${size}, mais ce navigateur ne peut stocker que ${free}. Libérez de l’espace sur cet appareil ou utilisez un navigateur qui vous laisse choisir l’emplacement.`,
  remedies: [
    'Chrome et Edge sur ordinateur vous laissent choisir n’importe quel disque.',
    'Une fenêtre privée peut stocker moins qu’une fenêtre normale.',
    'Supprimez dans les paramètres de ce navigateur les données des sites dont vous n’avez pas besoin.',
  ],
};

export const sharePageSender: RecipientCatalogues['share-page-sender'] = {
  badges: {
    idle: 'Prêt',
    connecting: 'Connexion',
    waiting: 'En attente',
    sending: 'Envoi',
    completed: 'Terminé',
    error: 'Erreur',
    retrying: 'Nouvel essai',
  },
  idle: 'Choisissez le fichier pour commencer l’envoi',
  connecting: 'Connexion au serveur de signalisation',
  question: {
    badge: 'À vous de décider',
    status: 'Un destinataire attend votre décision.',
  },
  alone: 'En attente que le destinataire ouvre le lien…',
  connected: (n) =>
    count(n, { one: '# destinataire connecté', other: '# destinataires connectés' }),
  sendingOne: 'Envoi du fichier…',
  sendingMany: (n) => `Envoi à ${recipients(n)}`,
  completed: 'Le fichier a bien été transmis\u00a0!',
  retrying: (n, max) => `Reconnexion… ${n} sur ${max}`,
  failed: 'Échec de la connexion',
  choose: 'Choisir un fichier',
  chooseFolder: 'Choisir un dossier',
  reading: 'Lecture…',
  intro:
    'C’est votre partage. Choisissez le fichier et gardez cet onglet ouvert jusqu’à la fin du transfert.',
  mismatch: (chosen, expected) =>
    `Vous avez choisi «\u00a0${chosen}\u00a0», mais ce partage a été créé pour «\u00a0${expected}\u00a0».`,
  sentAs: (filename) => `Il sera envoyé sous le nom «\u00a0${filename}\u00a0».`,
  otherSize:
    'Sa taille est différente\u00a0: les destinataires le refuseraient. Créez un nouveau partage pour envoyer ce fichier.',
  useAnyway: 'Envoyer quand même',
  chooseOther: 'Choisir un autre fichier',
  packing: (n) => `Compression de ${files(n)} en ZIP…`,
  packingLabel: 'Progression de la compression',
  cancelPacking: 'Annuler',
  drop: 'Vous pouvez aussi déposer les fichiers et les dossiers ici.',
  takeOver: 'Si vous envoyez d’ici, l’envoi s’arrête dans l’autre onglet.',
  sendHere: 'Envoyer depuis cet onglet',
  unproven: {
    question: (name) => `${name} ne peut pas prouver avoir votre lien. Envoyer quand même\u00a0?`,
    name: 'Le nom n’est pas vérifié\u00a0: n’importe qui a pu le saisir.',
    refuse: 'Ne pas envoyer',
    allow: 'Envoyer quand même',
  },
  protectedLink:
    'Lien protégé\u00a0: les destinataires doivent prouver qu’ils l’ont avant tout envoi.',
  plainLink:
    'Cet appareil ne peut pas produire le lien protégé de ce partage\u00a0; rien ne prouve donc qui reçoit le fichier. Envoyez depuis l’appareil et le navigateur qui ont créé le partage, ou créez un nouveau partage ici.',
  linkEnd: (end) =>
    `Le lien qui a ouvert cette page se termine par …${end}. Si celui que vous avez donné aux destinataires se termine autrement, n’envoyez pas depuis ici.`,
  otherKey:
    'Cette page a été ouverte avec un lien que cet appareil n’a pas produit pour ce partage. Il n’est pas utilisé. Donnez aux destinataires uniquement le lien que vous copiez ici.',
  unverified: 'Envoyé. L’appareil du destinataire n’a pas prouvé qu’il a le fichier entier.',
  dashboard: 'Tableau de bord',
  restart: 'Vous pouvez relancer un partage arrêté depuis votre tableau de bord.',
  reset: 'Réinitialiser la connexion',
  copyLink: 'Copier le lien',
  link: 'Lien à partager',
  recipients: 'Destinataires',
  recipient: (n) => `Destinataire ${n}`,
  keepOpen: 'Gardez cet onglet ouvert jusqu’à la fin du transfert.',
  you: 'Vous',
  other: 'Destinataire',
  toasts: {
    recipient: { title: 'Destinataire connecté', description: 'Un destinataire est connecté.' },
    ready: {
      title: 'Prêt à envoyer',
      description: 'Le transfert commence dès qu’un destinataire est connecté.',
    },
    complete: { title: 'Transfert terminé', description: 'Le fichier a bien été transmis\u00a0!' },
    failedToStart: {
      title: 'Échec du démarrage',
      description: 'Le fichier n’a pas pu être ouvert.',
    },
    copied: { title: 'Lien copié', description: 'Le lien est dans votre presse-papiers.' },
    copyFailed: {
      title: 'Échec de la copie',
      description:
        'Le lien n’a pas pu être copié. Sélectionnez-le sous le bouton et copiez-le à la main.',
    },
  },
};

export const sharePageRecipient: RecipientCatalogues['share-page-recipient'] = {
  person: (name, email) => `${name} (${email})`,
  pausedThere: 'Mis en pause par le destinataire',
  stalled: 'En attente de l’appareil du destinataire',
  wants: (name) => `${name} souhaite télécharger ce fichier.`,
  since: (time) => `Arrivée à ${time}.`,
  approve: 'Autoriser',
  decline: 'Refuser',
  declined: 'Refusé',
};

export const sharePageAway: RecipientCatalogues['share-page-away'] = {
  stillAlone:
    'L’expéditeur n’est pas encore en ligne. Gardez cette page ouverte\u00a0; le téléchargement commence dès qu’il ouvre la sienne.',
  notOnline: 'L’expéditeur n’est pas encore en ligne.',
  left: (here, missing) =>
    `L’expéditeur n’est plus en ligne. ${here} sont arrivés, il manque ${missing}. Le téléchargement reprendra à son retour.`,
  leftOpen: (here, missing) =>
    `L’expéditeur n’est plus en ligne. ${here} sont arrivés, il manque ${missing}. Gardez cette page ouverte\u00a0: si vous la fermez, ce qui est déjà arrivé est perdu. Le téléchargement reprendra à son retour.`,
  tellMe: 'M’avertir quand l’expéditeur sera en ligne',
  stop: 'Ne pas m’avertir',
  reach: {
    page: 'Gardez cet onglet ouvert. Son titre affiche un point quand l’expéditeur est en ligne.',
    notification:
      'Gardez cet onglet ouvert. Vous recevrez une notification quand l’expéditeur sera en ligne.',
    push: 'Vous recevrez une notification quand l’expéditeur sera en ligne, même si vous fermez cet onglet.',
  },
  pushOpen:
    'Vous recevrez une notification au retour de l’expéditeur. Gardez cet onglet ouvert\u00a0: si vous le fermez, ce qui est déjà arrivé est perdu.',
  openAgain: 'Après l’avoir fermé, rouvrez le lien du message de l’expéditeur.',
  back: (sender) => `${sender || 'L’expéditeur'} est en ligne.`,
  notice: {
    title: 'L’expéditeur est en ligne',
    body: 'Gardez la page ouverte pour télécharger le fichier.',
  },
};
