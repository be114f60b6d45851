import type { AppCatalogues } from '../catalogues.js';
import { count, days, downloads, files, shares, transfers } from './intl.js';

const dayUnit = (n: number): string => count(n, { one: 'jour', other: 'jours' });

export const dashboard: AppCatalogues['dashboard'] = {
  title: 'Tableau de bord',
  welcome: (name) => `Bienvenue, ${name}`,
  tagline:
    'Partagez des fichiers en sécurité, de pair à pair\u00a0: directement de votre navigateur à celui du destinataire.',
  usage: {
    title: 'Utilisation ce mois-ci',
    shares: 'Partages',
    unlimited: 'Illimité',
    used: (used, limit) => `${used} / ${limit}`,
    usedLabel: (used, limit) => `${used} sur ${shares(limit)} utilisés ce mois-ci`,
    active: 'Partages actifs',
    expired: 'Partages expirés',
    resets: 'Remis à zéro le premier du mois (UTC)',
  },
  upload: {
    title: 'Partager un fichier par WebRTC',
    lead: 'Choisissez un fichier, envoyez le lien et le mot de passe, et restez en ligne jusqu’à son arrivée.',
    drop: 'Déposez un fichier ici ou choisissez-en un',
    choose: 'Choisissez un fichier',
    noLimit: 'N’importe quel fichier, plusieurs fichiers ou un dossier. Rien n’est téléversé.',
    select: 'Choisir un fichier',
    selectFolder: 'Choisir un dossier',
    create: (n) => (n > 1 ? `Créer ${shares(n)}` : 'Créer le partage'),
    tryAgain: 'Réessayer',
    reloadNote: 'Après le rechargement, choisissez de nouveau vos fichiers.',
    upgrade: 'Passer à Pro',
    reading: 'Lecture du dossier…',
    packing: (n) => `Compression de ${files(n)} en ZIP…`,
    renamed: (n) =>
      count(n, {
        one: '# fichier porte un autre nom dans le ZIP, car Windows n’accepte pas le sien.',
        other: '# fichiers portent un autre nom dans le ZIP, car Windows n’accepte pas le leur.',
      }),
    sharing: {
      label: 'Comment partager ces fichiers',
      one: 'Un seul lien pour tous, en ZIP',
      each: 'Un lien par fichier',
    },
    creatingOf: (share, total) => `Partage ${share} sur ${total}`,
    files,
    packingLabel: 'Progression de la compression',
    cancelPacking: 'Annuler',
    unreadable: 'La sélection n’a pas pu être lue. Veuillez choisir de nouveau.',
    remove: (name) => `Retirer ${name}`,
    expiry: 'Lien valable',
    note: 'Message au destinataire (facultatif)',
    asksFirst: 'Me demander avant chaque téléchargement',
    more: 'Plus d’options',
    label: 'Nom (visible par vous seul)',
    password: 'Votre propre mot de passe',
    passwordHint: 'Laissez vide pour en générer un. Majuscules et minuscules sont équivalentes.',
    passwordRefusals: {
      'too-short': 'Utilisez au moins 12 caractères, sans compter les espaces et les tirets.',
      'too-long': 'Utilisez au plus 64 caractères.',
      'too-simple': 'Ce mot de passe est trop facile à deviner.',
      'like-file-name': 'Le mot de passe ne doit pas faire partie du nom du fichier.',
    },
    limit: 'Arrêter après ce nombre de téléchargements',
    unlimited: 'Aucune limite',
    days: dayUnit,
    states: {
      creating: 'Création du partage…',
      created: 'En attente du destinataire',
      error: 'Erreur',
      limit_reached: 'Limite de partages atteinte',
    },
    fewerLeft: (left, excess) =>
      `Vous pouvez encore créer ${shares(left)} ce mois-ci. Retirez ${files(excess)} ou choisissez un seul lien pour tous.`,
    orUpgrade: 'Ou passez à Pro pour des partages illimités.',
    limitTextWithoutPayments: (email) =>
      `Vous avez atteint votre limite mensuelle. Elle est remise à zéro le premier du mois. Pour une limite plus élevée, écrivez à ${email}.`,
    limitText:
      'Vous avez atteint votre limite mensuelle. Passez à Pro pour des partages illimités.',
  },
  live: {
    title: 'Envois en cours',
    states: {
      connecting: 'En attente du destinataire',
      asking: 'À vous de décider',
      sharing: 'Envoi',
      completed: 'Terminé',
      error: 'Erreur',
      retrying: 'Reconnexion',
    },
    waitingText:
      'Gardez cet onglet ouvert. Le transfert commence quand votre destinataire lance le téléchargement.',
    ongoingText: 'Gardez cet onglet ouvert jusqu’à la fin du transfert.',
    askingText: 'Un destinataire attend votre décision.',
    completedText: 'Le fichier a bien été transmis\u00a0!',
    retryingText: (n, max) => `Tentative de reconnexion… (${n}/${max})`,
    another: 'Partager un autre fichier',
    tryAgain: 'Réessayer',
    restart: 'Relancer',
    dismiss: 'Ignorer',
    end: 'Arrêter l’envoi',
    pause: 'Pause',
    resume: 'Reprendre',
    recipient: {
      name: (index) => `Destinataire ${index}`,
      person: (name, email) => `${name} (${email})`,
      bases: {
        'signed-in': 'Connecté, selon son navigateur',
        'self-declared': 'Selon cette personne',
      },
      progress: (name) => `Progression de ${name}`,
      pausedThere: 'Mis en pause par le destinataire',
      wants: (name) => `${name} souhaite télécharger ce fichier.`,
      approve: 'Autoriser',
      decline: 'Refuser',
      declined: 'Refusé',
      end: 'Interrompre',
      ended: 'Interrompu',
      endFor: (name) => `Interrompre le transfert vers ${name}`,
      stalled: 'En attente de l’appareil du destinataire',
      verified: 'Vérifié, identique à votre fichier',
      intact: 'Complet, avec une somme de contrôle conforme',
      unverified: 'Envoyé. L’appareil du destinataire n’a pas prouvé qu’il a le fichier entier',
      viewReceipt: 'Voir le reçu',
      unproven:
        'L’appareil du destinataire ne peut pas prouver qu’il a votre lien. Envoyer quand même\u00a0?',
      refuse: 'Ne pas envoyer',
      allow: 'Envoyer quand même',
      sent: (done, total) => `${done} sur ${total}`,
      stored: (bytes) => `${bytes} sur l’appareil du destinataire`,
      eta: (time) => `encore ${time}`,
      routes: {
        direct: 'Connexion directe',
        stun: 'Directe par internet',
        turn: 'Par un relais chiffré',
        unknown: '',
      },
      states: {
        connecting: 'Connexion',
        waiting: 'Démarrage',
        sending: 'Envoi',
        paused: 'En pause',
        completed: 'Reçu',
        retrying: 'Reconnexion',
        error: 'Échec',
      },
    },
  },
  stopQuestion: {
    title: 'Arrêter l’envoi\u00a0?',
    one: (name, filename, percent) =>
      `${name || 'Un destinataire'} a reçu ${percent} de «\u00a0${filename}\u00a0». L’arrêt interrompt le transfert.`,
    several: (n) => `L’arrêt interrompt ${transfers(n)}.`,
    elsewhere:
      'Un autre onglet de ce navigateur est en train d’envoyer. L’arrêt interrompt ses transferts.',
    stop: 'Arrêter l’envoi',
    keep: 'Continuer l’envoi',
  },
  logoutQuestion: {
    title: 'Se déconnecter et arrêter l’envoi\u00a0?',
    one: (name, filename, percent) =>
      `${name || 'Un destinataire'} a reçu ${percent} de «\u00a0${filename}\u00a0». La déconnexion interrompt le transfert.`,
    several: (n) => `La déconnexion interrompt ${transfers(n)}.`,
    elsewhere:
      'Un autre onglet de ce navigateur est en train d’envoyer. La déconnexion interrompt ses transferts.',
    stop: 'Se déconnecter et arrêter l’envoi',
    keep: 'Continuer l’envoi',
  },
  interrupted: {
    title: 'Reprendre l’envoi\u00a0?',
    lead: 'Cette page a été rechargée et n’envoie plus ces fichiers. Les destinataires qui avaient déjà commencé reprennent où ils s’étaient arrêtés. Si un autre appareil envoie l’un d’eux en ce moment, son envoi s’arrête.',
    resume: 'Reprendre l’envoi',
    choose: 'Choisir de nouveau le même fichier',
    chooseFolder: 'Choisir de nouveau le même dossier',
    drop: 'Déposer de nouveau les mêmes fichiers sur la page du partage',
    dismiss: 'Ignorer',
  },
  takeOver: {
    title: 'Envoyer depuis ce navigateur\u00a0?',
    text: 'Si un autre appareil envoie ce fichier, son envoi s’arrête.',
    send: 'Envoyer d’ici',
    cancel: 'Annuler',
  },
  recent: {
    title: 'Partages récents',
    loading: 'Chargement des partages…',
    empty: 'Aucun partage pour le moment. Choisissez votre premier fichier pour commencer\u00a0!',
    failed: 'Vos partages n’ont pas pu être chargés.',
    status: { active: 'Actif', stopped: 'Arrêté', expired: 'Expiré' },
    daysLeft: (n) => `encore ${days(n)}`,
    elsewhere: 'En cours dans un autre onglet',
    notSent: 'Pas en cours d’envoi depuis ce navigateur',
    chooseFile: 'Choisir le fichier',
    chooseFolder: 'Choisir le dossier',
    drop: 'Déposer les fichiers',
    resumeSending: 'Reprendre l’envoi',
    downloads,
    downloadsOf: (n, limit) => `${n} sur ${downloads(limit)}`,
    limit: {
      reached: 'Arrêté\u00a0: limite de téléchargements atteinte',
      raised: 'Arrêté\u00a0: relancez-le pour autoriser d’autres téléchargements',
    },
    copyLink: (name) => `Copier le lien de ${name}`,
    stop: (name) => `Arrêter ${name}`,
    restart: (name) => `Relancer ${name}`,
    remove: (name) => `Supprimer ${name}`,
    options: (name) => `Détails de ${name}`,
    send: (name) => `Choisir le fichier pour envoyer ${name}`,
    sendFolder: (name) => `Choisir le dossier pour envoyer ${name}`,
    sendDropped: (name) => `Déposer les fichiers sur la page du partage pour envoyer ${name}`,
    resume: (name) => `Reprendre l’envoi de ${name}`,
    cannotResume: {
      title: 'Veuillez choisir de nouveau le fichier',
      changed: (name) =>
        `«\u00a0${name}\u00a0» a changé depuis que vous l’avez partagé. Créez un nouveau partage pour envoyer la version actuelle.`,
      unreadable: (name) =>
        `Le navigateur ne peut plus lire «\u00a0${name}\u00a0»\u00a0: le fichier a été déplacé ou supprimé, ou l’accès a été refusé.`,
    },
    live: 'En cours',
    more: (n) => `En afficher ${n} de plus`,
    search: 'Rechercher des partages',
    searchPlaceholder: 'Nom du fichier',
    filter: 'Afficher',
    allStatuses: 'Tous les partages',
    sortBy: 'Trier par',
    select: 'Sélectionner',
    selectShare: (name) => `Sélectionner ${name}`,
    sortings: { created: 'Les plus récents', name: 'Nom', expires: 'Expire en premier' },
    count: (n, shown) => (n === 1 ? '1 partage' : `${shown} partages`),
    noMatch: 'Aucun partage ne correspond.',
    pages: 'Pages de partages',
    shown: (from, to, total) => `${from}–${to} sur ${total} partages`,
    guessed: (networks = []) =>
      networks.length === 0
        ? 'Arrêté après plusieurs mots de passe incorrects'
        : `Arrêté après plusieurs mots de passe incorrects depuis ${networks.join(', ')}`,
    otherFile: {
      title: 'Ce n’est pas le même fichier',
      description: (chosen, shared) =>
        `Vous avez choisi «\u00a0${chosen}\u00a0», mais ce partage a été créé pour «\u00a0${shared}\u00a0».`,
    },
    linkCopied: { title: 'Lien copié', description: 'Le lien est dans votre presse-papiers.' },
  },
  bulk: {
    title: 'Partages sélectionnés',
    selected: (n) => count(n, { one: '# sélectionné', other: '# sélectionnés' }),
    all: 'Tout sélectionner',
    stop: (n) => (n === 0 ? 'Arrêter' : `Arrêter ${n}`),
    remove: (n) => (n === 0 ? 'Supprimer' : `Supprimer ${n}`),
    copy: 'Copier les liens en CSV',
    done: 'Terminé',
    columns: ['Nom', 'Fichier', 'Lien', 'Expiration'],
    copied: (n) => ({
      title: 'Copié',
      description: `${count(n, { one: '# lien copié', other: '# liens copiés' })} en CSV, sans les mots de passe.`,
    }),
    copyFailed: 'Les liens n’ont pas pu être copiés.',
    stopped: (n) => ({
      title: 'Partages arrêtés',
      description: count(n, { one: '# partage arrêté.', other: '# partages arrêtés.' }),
    }),
    deleted: (n) => ({
      title: 'Partages supprimés',
      description: count(n, { one: '# partage supprimé.', other: '# partages supprimés.' }),
    }),
    failed: (failed, n, reason) => ({
      title: 'Erreur',
      description: `Échec pour ${failed} sur ${shares(n)}\u00a0: ${reason}`,
    }),
    fallback: 'Veuillez réessayer.',
    question: {
      stop: (n) => `Arrêter ${shares(n)}\u00a0?`,
      stopText: 'Les téléchargements en cours de ces partages prennent fin.',
      remove: (n) => `Supprimer ${shares(n)}\u00a0?`,
      removeText: 'C’est irréversible.',
      keep: 'Annuler',
    },
  },
  edit: {
    open: 'Modifier ce partage',
    title: 'Modifier ce partage',
    label: 'Nom (visible par vous seul)',
    note: 'Message au destinataire',
    password: 'Nouveau mot de passe',
    passwordHint:
      'Laissez vide pour garder le mot de passe actuel. Un nouveau mot de passe met fin aux téléchargements en cours\u00a0; les destinataires le saisissent pour continuer.',
    expiry: 'Expire dans',
    days: dayUnit,
    save: 'Enregistrer',
    cancel: 'Ne rien changer',
    discardQuestion: {
      title: 'Abandonner les modifications\u00a0?',
      discard: 'Abandonner',
      keep: 'Continuer à modifier',
    },
    saved: {
      title: 'Enregistré',
      description: 'Le partage a été modifié.',
      stopped:
        'Le partage a été modifié. Il est toujours arrêté\u00a0: relancez-le pour autoriser les téléchargements.',
    },
    failed: { title: 'Erreur', fallback: 'Le partage n’a pas pu être modifié.' },
  },
  modal: {
    title: (name) => `Partager le fichier\u00a0: ${name}`,
    link: 'Lien à partager',
    password: 'Mot de passe',
    protectedLink:
      'Lien protégé\u00a0: il contient une clé que nos serveurs ne reçoivent jamais. Les destinataires doivent prouver qu’ils l’ont.',
    plainLink:
      'Cet appareil ne peut pas produire le lien protégé de ce partage. Avec le lien simple, rien ne prouve qui reçoit le fichier. Utilisez l’appareil et le navigateur qui ont créé le partage, ou créez un nouveau partage ici.',
    copyLink: 'Copier le lien',
    copyPassword: 'Copier le mot de passe',
    expires: (n) => `Expire dans ${days(n)}`,
    expired: (date) => `Expiré le ${date}`,
    cancel: 'Annuler',
    copyAndClose: 'Copier et fermer',
    hint: 'Pour un fichier confidentiel, envoyez le mot de passe séparément, par exemple par téléphone.',
    details: ({ filename, link, password, expires }) =>
      [
        `Fichier\u00a0: ${filename}`,
        `Lien\u00a0: ${link}`,
        `Mot de passe\u00a0: ${password}`,
        `Expiration\u00a0: ${expires}`,
      ].join('\n'),
    copied: { title: 'Copié', description: 'Les informations sont dans votre presse-papiers.' },
    passwordCopied: {
      title: 'Mot de passe copié',
      description: 'Le mot de passe est dans votre presse-papiers.',
    },
    copyFailed: {
      title: 'Échec de la copie',
      link: 'Le lien n’a pas pu être copié. Sélectionnez-le et copiez-le à la main.',
      password: 'Le mot de passe n’a pas pu être copié. Sélectionnez-le et copiez-le à la main.',
      details:
        'Les informations n’ont pas pu être copiées. Sélectionnez-les et copiez-les à la main.',
    },
  },
  ways: {
    showCode: 'Afficher le code QR',
    hideCode: 'Masquer le code QR',
    codeLabel: 'Code QR du lien à partager',
    codeHint: 'Scannez-le pour ouvrir le lien. Il ne contient pas le mot de passe.',
    sendLink: 'Envoyer le lien…',
    failed: {
      title: 'Erreur',
      description: 'Le lien n’a pas pu être transmis. Copiez-le plutôt.',
    },
  },
  actions: {
    stopped: { title: 'Partage arrêté', description: 'Le lien ne fonctionne plus.' },
    restarted: {
      title: 'Partage relancé',
      description: 'Le lien fonctionne de nouveau. Choisissez le fichier pour commencer l’envoi.',
    },
    restartedSending: 'Le lien fonctionne de nouveau, et cet onglet envoie le fichier.',
    deleted: { title: 'Partage supprimé', description: 'Le partage a été retiré.' },
    stopFailed: 'Le partage n’a pas pu être arrêté',
    restartFailed: 'Le partage n’a pas pu être relancé',
    deleteFailed: 'Le partage n’a pas pu être supprimé',
    fallback: 'Une erreur s’est produite',
    signInToStop: 'Vous devez être connecté pour arrêter un partage',
    signInToRestart: 'Vous devez être connecté pour relancer un partage',
    authentication: 'Erreur d’authentification. Veuillez vous reconnecter.',
  },
  created: (n) =>
    n === 1
      ? {
          title: 'Partage créé',
          description:
            'Votre lien est prêt. Vous le trouverez dans «\u00a0Partages récents\u00a0».',
        }
      : {
          title: 'Partages créés',
          description: `${n} liens sont prêts. Vous les trouverez dans «\u00a0Partages récents\u00a0».`,
        },
  createdShares: {
    title: (n) => count(n, { one: '# partage créé', other: '# partages créés' }),
    shortfall: (n, total, reason) =>
      `Partages créés\u00a0: ${n} sur ${total}. Le reste n’a pas pu être créé\u00a0: ${reason}`,
    link: (name) => `Lien de ${name}`,
    copyPassword: (name) => `Copier le mot de passe de ${name}`,
    close: 'Fermer',
    copyLinks: 'Copier les liens en CSV',
    copyAll: 'Tout copier et fermer',
  },
  createFailed: {
    title: 'Erreur',
    fallback: 'Le partage n’a pas pu être créé',
    known: 'Le serveur a renvoyé un partage existant. Veuillez réessayer.',
  },
  limit: { title: 'Limite de partages atteinte' },
  notices: {
    connectionError: (name) => `${name} – Erreur de connexion`,
    transferFailed: (name) => `${name} – Échec du transfert`,
    reconnecting: (name) => `${name} – Reconnexion`,
    reconnectingAttempt: (n, max) => `Tentative de reconnexion… (${n}/${max})`,
    peerConnected: { title: 'Pair connecté', description: 'Un destinataire a ouvert votre lien.' },
    question: {
      wants: (name, filename) => `${name} souhaite télécharger ${filename}`,
      unproven: (filename) =>
        `Un destinataire de ${filename} ne peut pas prouver qu’il a votre lien`,
      description: 'Rien n’est envoyé avant votre décision.',
      decide: 'Décider',
    },
    channelReady: { title: 'Canal prêt', description: 'Le fichier est en route.' },
    complete: { title: 'Transfert terminé', description: 'Le fichier a bien été transmis\u00a0!' },
  },
  deliveryNotices: {
    label: 'M’avertir quand une remise est confirmée',
    title: 'Remise confirmée',
    body: (name) => `${name} a été reçu en entier.`,
    refused: {
      title: 'Les notifications sont bloquées',
      description: 'Autorisez les notifications de ce site dans votre navigateur, puis réessayez.',
    },
  },
  wakeLock: {
    label: 'Garder l’écran allumé',
    text: 'Garde l’écran allumé tant que cette page est ouverte.',
    unavailable: {
      title: 'L’écran peut s’éteindre',
      description: 'Impossible de garder l’écran allumé. Vérifiez l’économiseur de batterie.',
    },
    lost: {
      title: 'L’écran peut s’éteindre',
      description:
        'L’écran peut de nouveau s’éteindre. Réactivez «\u00a0Garder l’écran allumé\u00a0» si nécessaire.',
    },
  },
  extension: {
    title: 'Extension de navigateur détectée',
    text: 'Une extension modifie cette application et peut interrompre les transferts. Désactivez-la pour ce site, ou utilisez l’application dans une fenêtre sans extensions.',
    dismiss: 'Ignorer',
  },
  install: {
    title: 'Gardez cet onglet actif',
    text: 'Les fichiers ne circulent que tant que cet onglet est ouvert. Les navigateurs ralentissent les onglets en arrière-plan\u00a0; l’application installée est moins souvent interrompue.',
    install: 'Installer l’application',
    how: 'Comment l’installer',
    close: 'Fermer',
    failed: {
      title: 'Échec de l’installation',
      fallback: 'L’application n’a pas pu être installée.',
    },
    steps: {
      iosSafari: [
        'Touchez le bouton Partager dans la barre d’outils.',
        'Faites défiler et touchez «\u00a0Sur l’écran d’accueil\u00a0».',
        'Touchez «\u00a0Ajouter\u00a0».',
      ],
      iosOther: [
        'Touchez le bouton Partager à côté de l’adresse.',
        'Choisissez «\u00a0Sur l’écran d’accueil\u00a0». S’il manque, ouvrez cette page dans Safari.',
        'Touchez «\u00a0Ajouter\u00a0».',
      ],
      androidChrome: [
        'Touchez le menu à trois points.',
        'Touchez «\u00a0Installer l’application\u00a0» ou «\u00a0Ajouter à l’écran d’accueil\u00a0».',
        'Confirmez avec «\u00a0Installer\u00a0».',
      ],
      androidFirefox: [
        'Touchez le menu à trois points.',
        'Touchez «\u00a0Installer\u00a0» ou «\u00a0Ajouter à l’écran d’accueil\u00a0».',
        'Confirmez avec «\u00a0Ajouter\u00a0».',
      ],
      samsung: [
        'Touchez le menu à trois traits.',
        'Touchez «\u00a0Ajouter la page à\u00a0», puis «\u00a0Écran d’accueil\u00a0».',
        'Confirmez avec «\u00a0Ajouter\u00a0».',
      ],
      edge: [
        'Ouvrez le menu à trois points.',
        'Choisissez «\u00a0Applications\u00a0», puis «\u00a0Installer ce site en tant qu’application\u00a0».',
        'Confirmez avec «\u00a0Installer\u00a0».',
      ],
      chrome: [
        'Cliquez sur l’icône d’installation à droite dans la barre d’adresse.',
        'Sans cette icône\u00a0: ouvrez le menu à trois points, puis «\u00a0Caster, enregistrer et partager\u00a0» et «\u00a0Installer la page en tant qu’application\u00a0».',
        'Confirmez avec «\u00a0Installer\u00a0».',
      ],
      macSafari: [
        'Ouvrez le menu «\u00a0Fichier\u00a0».',
        'Choisissez «\u00a0Ajouter au Dock\u00a0». Il faut macOS Sonoma ou une version ultérieure.',
        'Confirmez avec «\u00a0Ajouter\u00a0».',
      ],
      firefox: [
        'Firefox sur ordinateur n’installe pas toutes les applications web.',
        'Gardez plutôt cet onglet dans sa propre fenêtre, ou ouvrez la page dans Chrome, Edge ou Safari.',
      ],
      other: [
        'Cherchez «\u00a0Installer\u00a0» ou «\u00a0Ajouter à l’écran d’accueil\u00a0» dans le menu du navigateur.',
        'S’il n’y en a pas, gardez cet onglet dans sa propre fenêtre.',
      ],
    },
  },
  banner: { text: 'Passez à Pro pour des partages illimités', action: 'Changer de formule' },
};
