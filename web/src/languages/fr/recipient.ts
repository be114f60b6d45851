import type { RecipientCatalogues } from '../catalogues.js';
import { connection, receipt } from './connection.js';
import { failures } from './failures.js';
import { count, formats, transfers } from './intl.js';
import { refusals } from './refusals.js';
import {
  sharePage,
  sharePageAway,
  sharePageReceiver,
  sharePageRecipient,
  sharePageSaving,
  sharePageSender,
} from './share-page.js';

const app: RecipientCatalogues['app'] = {
  skip: 'Aller au contenu',
  nav: {
    label: 'Navigation principale',
    dashboard: 'Tableau de bord',
    upgrade: 'Changer de formule',
    audit: 'Journal',
    settings: 'Paramètres',
    help: 'Aide',
    admin: 'Administration',
    running: (n) => `${transfers(n)} en cours`,
  },
  plan: { pro: 'Pro', free: 'Gratuit' },
  logout: 'Se déconnecter',
  sessionEnded: {
    title: 'Session terminée',
    description: 'Vous avez été déconnecté. Veuillez vous reconnecter.',
  },
  installed: {
    title: 'Application installée',
    description: 'Vous pouvez l’ouvrir comme toute autre application.',
  },
  theme: {
    label: 'Apparence',
    light: 'Passer au thème clair',
    dark: 'Passer au thème sombre',
  },
  notFound: {
    title: 'Page introuvable',
    text: 'Cette page n’existe pas ou a changé d’adresse.',
    home: 'Aller à l’accueil',
  },
  unreachable: {
    title: 'Le serveur est injoignable',
    signedIn: 'Vous êtes toujours connecté.',
    text: 'Cette page se chargera automatiquement dès que le serveur sera de nouveau disponible.',
    retry: 'Réessayer',
  },
  newTab: {
    title: 'Ouvrir cette page dans un nouvel onglet',
    text: 'Elle remplacerait cette page et interromprait l’envoi des fichiers en cours.',
    chosen: 'Elle remplacerait cette page, et vous devriez choisir de nouveau vos fichiers.',
    open: 'Ouvrir dans un nouvel onglet',
    back: 'Retour',
  },
};

const catalogues: RecipientCatalogues = {
  app,
  connection,
  failures,
  formats,
  receipt,
  refusals,
  components: {
    loading: 'Chargement…',
    toasts: { area: 'Notifications (F8)', close: 'Fermer la notification' },
    crash: {
      title: 'Une erreur s’est produite',
      text: 'Cette page ne fonctionne plus. Vos partages sont intacts. Rechargez la page pour continuer.',
      reload: 'Recharger',
    },
    partNotLoaded: {
      title: 'Cette page n’a pas pu être chargée',
      partTitle: 'Cette partie de la page n’a pas pu être chargée',
      text: 'Vérifiez votre connexion internet et réessayez.',
      retry: 'Réessayer',
      toast: {
        title: 'Ouverture impossible',
        description: 'Vérifiez votre connexion internet et réessayez.',
      },
    },
    runningTransfer:
      'Le transfert de cet onglet est toujours en cours\u00a0; recharger la page l’interromprait.',
  },
  files: {
    andMore: (first, n) => `${first} et ${count(n, { one: '# autre', other: '# autres' })}`,
    altered: {
      title: 'Rien n’a été envoyé',
      description: (shown, created) =>
        `Le serveur affiche «\u00a0${shown}\u00a0» pour ce partage, mais cet appareil l’a créé pour «\u00a0${created}\u00a0». Créez un nouveau partage.`,
    },
    faultTitle: 'Erreur',
    faults: {
      empty: (name) => (name === '' ? 'Ce dossier est vide.' : `«\u00a0${name}\u00a0» est vide.`),
      'too-many': (name) =>
        `«\u00a0${name}\u00a0» contient trop de fichiers. Veuillez d’abord le compresser en ZIP.`,
      unreadable: (name) =>
        `«\u00a0${name}\u00a0» est illisible\u00a0: le fichier a été modifié, déplacé ou supprimé, ou l’accès a été refusé.`,
    },
  },
  general: {
    operator: {
      imprint: 'Mentions légales',
      status: 'État du service',
      source: 'Code source',
      securityContact: 'Contact sécurité',
    },
    unnamedUser: 'Utilisateur',
    networkError:
      'Erreur réseau\u00a0: impossible de joindre le serveur. Veuillez vérifier votre connexion internet.',
    answeredByNetwork:
      'Erreur réseau\u00a0: ce réseau a répondu à la place du serveur. Connectez-vous au réseau ou utilisez-en un autre.',
    connectionError: {
      title: 'Erreur de connexion',
      description: 'Impossible de joindre le serveur. Veuillez vérifier votre connexion internet.',
    },
  },
  language: {
    label: 'Langue',
    later: {
      title: 'Langue enregistrée',
      description: 'La langue changera à la prochaine ouverture de cette page.',
    },
  },
  notices: {
    'sender-back': {
      title: 'L’expéditeur est en ligne',
      body: 'Ouvrez la page pour télécharger le fichier.',
    },
    delivered: { title: 'Remise confirmée', body: 'Un destinataire a reçu le fichier entier.' },
  },
  'share-page': sharePage,
  'share-page-away': sharePageAway,
  'share-page-receiver': sharePageReceiver,
  'share-page-recipient': sharePageRecipient,
  'share-page-saving': sharePageSaving,
  'share-page-sender': sharePageSender,
};

export default catalogues;
