import type { AppCatalogues } from '../catalogues.js';
import { costNotesIn } from '../intl/cost-notes.js';

/** Zero is singular. */
const isSingular = (n: string): boolean => n === '0' || n === '1';
const transfers = (n: string): string => `${n} ${isSingular(n) ? 'transfert' : 'transferts'}`;

const planNames = { free: 'Gratuit', active: 'Pro', proforever: 'Pro Forever' };

export const admin: AppCatalogues['admin'] = {
  dashboard: {
    title: 'Administration',
    lead: 'Utilisation, types de connexion et coût du relais.',
    home: 'Retour à l’accueil',
    manage: 'Gestion des abonnements',
    log: 'Journal d’administration',
    loadFailed: {
      title: 'Erreur de chargement des données',
      fallback: 'Les statistiques n’ont pas pu être chargées. Veuillez réessayer.',
    },
    fetchFailed: {
      stats: 'Les statistiques n’ont pas pu être chargées',
      users: 'Les statistiques des utilisateurs n’ont pas pu être chargées',
      costs: 'Les coûts n’ont pas pu être chargés',
      transfers: 'Les derniers transferts n’ont pas pu être chargés',
      days: 'Les transferts par jour n’ont pas pu être chargés',
    },
    cards: {
      users: 'Utilisateurs',
      usersNote: (n) => `${n} ${isSingular(n) ? 'actif' : 'actifs'} au cours des 7 derniers jours`,
      transfers: 'Transferts',
      transfersNote: (bytes) => `${bytes} transférés`,
      turn: 'Part de TURN',
      turnNote: (n) => `${transfers(n)} par le relais`,
      cost: 'Coût TURN estimé',
      costNote: (bytes) => `${bytes} relayés`,
    },
    connections: 'Types de connexion',
    connectionNames: {
      turn: 'TURN (relais)',
      stun: 'STUN (par internet)',
      direct: 'Directe (même réseau)',
      unknown: 'Inconnue',
    },
    routeNames: { turn: 'TURN', stun: 'STUN', direct: 'directe', unknown: 'inconnue' },
    subscriptions: 'Répartition des abonnements',
    planNames,
    costs: 'Coûts',
    stun: 'STUN',
    turnLabel: 'TURN',
    share: 'Part',
    transfersLabel: 'Transferts',
    bytes: 'Données',
    notes: 'Remarques sur les coûts',
    describeNote: costNotesIn({
      'no-transfers': () => 'Aucun transfert n’a encore été enregistré.',
      'none-relayed': () =>
        'Aucun transfert n’a eu besoin d’un relais\u00a0: toutes les données sont passées d’un navigateur à l’autre, sans frais.',
      relayed: ({ relayed, transfers: total, relayedBytes, cost }) =>
        `Transferts passés par un relais\u00a0: ${relayed} sur ${total}, soit ${relayedBytes} au total et environ ${cost}.`,
      price: ({ price, pricedBytes }) =>
        `L’estimation se fonde sur ${price} pour 10⁹ octets (${pricedBytes}) passant par un relais.`,
      counting: () =>
        'Un transfert compte avec la taille entière de son fichier et la route qu’a suivie la plus grande partie de ses données\u00a0; les transferts interrompus ne comptent pas.',
      'free-routes': () =>
        'Les transferts directs ou avec STUN ne coûtent rien, quelle que soit leur taille.',
      'many-relayed': ({ manyRelayedPercent }) =>
        `Plus de ${manyRelayedPercent}\u00a0% des transferts passent par un relais\u00a0: vérifiez que les serveurs STUN sont accessibles.`,
      'unknown-routes': ({ unknown }) =>
        `Transferts dont le type de connexion est inconnu\u00a0: ${unknown}.`,
    }),
    days: 'Transferts dans le temps',
    daysLabel: (n) => `Transferts par jour (UTC), ${n} derniers jours`,
    dayPoint: (day, n, bytes) => `${day}\u00a0: ${transfers(n)}, ${bytes}`,
    recent: 'Derniers transferts',
    recentEmpty: 'Aucun transfert pour le moment.',
    top: 'Utilisateurs les plus actifs',
    topEmpty: 'Aucun partage pour le moment.',
    anonymous: 'Anonyme',
    columns: {
      type: 'Type',
      user: 'Utilisateur',
      size: 'Taille',
      duration: 'Durée',
      date: 'Date',
      name: 'Nom',
      email: 'E-mail',
      shares: 'Partages',
    },
    nothing: 'Aucune donnée pour le moment.',
  },
  management: {
    title: 'Gestion des abonnements',
    lead: 'Tous les comptes et leurs formules. Les modifications prennent effet immédiatement.',
    back: 'Retour à l’administration',
    search: 'Rechercher des utilisateurs',
    searchPlaceholder: 'Nom ou e-mail',
    sortBy: 'Trier par',
    sortings: {
      'joined desc': 'Les plus récents',
      'joined asc': 'Les plus anciens',
      'name asc': 'Nom, de A à Z',
      'name desc': 'Nom, de Z à A',
      'email asc': 'E-mail, de A à Z',
      'email desc': 'E-mail, de Z à A',
    },
    shown: (from, to, total) => `${from}–${to} sur ${total} comptes`,
    loading: 'Chargement des utilisateurs…',
    empty: 'Aucun utilisateur trouvé',
    fetchFailed: 'Les utilisateurs n’ont pas pu être chargés',
    admin: 'Administrateur',
    status: planNames,
    columns: {
      name: 'Nom',
      email: 'E-mail',
      status: 'Statut',
      used: 'Partages',
      joined: 'Inscription',
      change: 'Changer le statut',
      sessions: 'Sessions',
    },
    signOut: 'Déconnecter',
    signOutOf: (email) => `Déconnecter ${email} partout`,
    signedOut: (email) => `${email} est déconnecté de tous les navigateurs`,
    signOutQuestion: {
      title: (email) => `Déconnecter ${email} partout\u00a0?`,
      content: 'Ce compte devra se reconnecter dans chaque navigateur.',
      keep: 'Annuler',
    },
    signOutFailed: { title: 'Erreur', fallback: 'Les sessions n’ont pas pu être fermées' },
    changeFor: (email) => `Changer le statut de ${email}`,
    question: {
      title: 'Changer la formule\u00a0?',
      content: (email, before, after) =>
        `${email}\u00a0: de ${before} à ${after}. Prend effet immédiatement.`,
      ok: 'Changer la formule',
      keep: 'Annuler',
    },
    updated: 'L’abonnement a été modifié',
    updateFailed: { title: 'Erreur', fallback: 'L’abonnement n’a pas pu être modifié' },
  },
  advice: {
    status: (status) => `Le serveur a répondu avec le statut ${status}.`,
    busy: 'Le serveur est occupé ou redémarre. Patientez un instant, puis réessayez.',
    signIn: 'Déconnectez-vous, puis reconnectez-vous.',
    notAdmin:
      'Seuls les administrateurs peuvent ouvrir cette page. Demandez les droits d’administrateur à l’exploitant.',
  },
  withoutPayments: {
    manage: 'Gestion des formules',
    plans: 'Répartition des formules',
    updated: 'La formule a été modifiée',
    updateFailed: 'La formule n’a pas pu être modifiée',
  },
  log: {
    title: 'Journal d’administration',
    lead: 'Ce que les administrateurs ont fait, et de qui ils ont consulté les données. Ouvrir cette page ajoute une entrée.',
    loading: 'Chargement du journal…',
    loadFailed: 'Le journal n’a pas pu être chargé',
    empty: 'Aucune entrée',
    operator: 'Exploitant, en ligne de commande',
    nobody: 'Aucun',
    more: (n) => `et ${n} ${isSingular(n) ? 'autre' : 'autres'}`,
    older: 'Entrées plus anciennes',
    newest: 'Entrées les plus récentes',
    columns: { at: 'Heure', actor: 'Administrateur', action: 'Action', subjects: 'Utilisateurs' },
    actions: {
      'users-listed': 'Consultation de la liste des utilisateurs',
      'top-users-viewed': 'Consultation des utilisateurs les plus actifs',
      'transfers-listed': 'Consultation des transferts',
      'record-viewed': 'Consultation d’une formule et de son utilisation',
      'shares-viewed': 'Consultation de partages',
      'audit-log-viewed': 'Consultation d’un journal',
      'audit-log-exported': 'Exportation d’un journal',
      'audit-log-verified': 'Vérification d’un journal',
      'admin-log-viewed': 'Consultation de ce journal',
      'plan-changed': 'Modification d’une formule',
      'sessions-ended': 'Fermeture de toutes les sessions',
      'account-deleted': 'Suppression d’un compte',
      'admin-rights-granted': 'Attribution de droits d’administrateur',
      'admin-rights-removed': 'Retrait de droits d’administrateur',
    },
  },
};
