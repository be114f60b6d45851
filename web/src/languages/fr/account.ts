import { weeksOfPro } from '../../lib/texts/figures.js';
import type { AppCatalogues } from '../catalogues.js';
import { days, dollars, shares } from './intl.js';

type Policy = Parameters<AppCatalogues['settings']['planNotes']['free']>[0];

const validFor = ({ min, max }: { min: number; max: number }): string =>
  min === max ? days(max) : `${min} à ${days(max)}`;

const freePlan = ({ freeSharesPerMonth, expiryDays }: Policy): string =>
  `${freeSharesPerMonth === null ? 'Partages illimités' : `${shares(freeSharesPerMonth)} par mois`}, liens valables ${validFor(expiryDays.free)}.`;

const unlimited = (max: number): string =>
  `Partages illimités, liens valables jusqu’à ${days(max)}`;

export const settings: AppCatalogues['settings'] = {
  title: 'Paramètres',
  lead: 'Votre compte et votre formule.',
  account: 'Compte',
  email: 'Adresse e-mail',
  displayName: 'Nom affiché',
  notSet: 'Non renseigné',
  name: {
    change: 'Modifier le nom',
    hint: 'Les destinataires des partages que vous créerez désormais le verront.',
    required: 'Veuillez saisir un nom.',
    save: 'Enregistrer le nom',
    cancel: 'Garder le nom',
    saved: {
      title: 'Nom modifié',
      description: 'Les nouveaux partages affichent votre nouveau nom.',
    },
    failed: 'Le nom n’a pas pu être modifié. Veuillez réessayer.',
  },
  plan: 'Formule',
  plans: { free: 'Formule gratuite', active: 'Formule Pro', proforever: 'ProForever' },
  planNotes: {
    free: freePlan,
    active: ({ expiryDays }) => `${unlimited(expiryDays.active.max)}, assistance prioritaire.`,
    proforever: ({ expiryDays }) =>
      `${unlimited(expiryDays.proforever.max)}, assistance prioritaire. Paiement unique.`,
  },
  givenPlanNotes: {
    free: freePlan,
    active: ({ expiryDays }) => `${unlimited(expiryDays.active.max)}.`,
    proforever: ({ expiryDays }) => `${unlimited(expiryDays.proforever.max)}.`,
  },
  askForPlan: (email) => `Limites trop basses\u00a0? Écrivez à ${email}.`,
  renews: (day) => `Payé jusqu’au ${day}`,
  pastDue: {
    text: 'Le paiement de cette semaine a échoué. Nous allons réessayer\u00a0; s’il échoue encore, Pro prendra fin.',
    pay: 'Payer avec une autre carte',
  },
  shares: 'Partages ce mois-ci',
  used: (used, limit) => `${used} / ${limit}`,
  upgrade: 'Changer de formule',
  upgradeToForever: 'Passer à ProForever',
  cancel: 'Résilier l’abonnement',
  cancelling: 'Résiliation…',
  dialog: {
    title: 'Résilier votre abonnement\u00a0?',
    text: (policy) =>
      `Votre compte passe immédiatement à la formule gratuite\u00a0: ${freePlan(policy)} La période en cours n’est pas remboursée.`,
    foreverText: (policy) =>
      `Votre compte passe immédiatement à la formule gratuite\u00a0: ${freePlan(policy)} Votre paiement unique n’est pas remboursé, et il faudrait racheter ProForever.`,
    keep: 'Garder l’abonnement',
    confirm: 'Oui, résilier l’abonnement',
  },
  cancelled: {
    title: 'Abonnement résilié',
    description: 'Votre abonnement a été résilié. Vous êtes passé à la formule gratuite.',
  },
  failed: {
    title: 'Échec de la résiliation',
    fallback: 'L’abonnement n’a pas pu être résilié. Veuillez réessayer.',
    signIn: 'Vous devez être connecté pour résilier l’abonnement',
  },
  verification: {
    verified: 'Adresse e-mail vérifiée',
    unverified: 'Adresse e-mail non vérifiée',
    send: 'Envoyer l’e-mail de vérification',
    sent: {
      title: 'E-mail de vérification envoyé',
      description: 'Veuillez ouvrir le lien qu’il contient.',
    },
    failed: {
      title: 'Erreur',
      description: 'L’e-mail n’a pas pu être envoyé. Veuillez réessayer plus tard.',
    },
  },
  password: {
    title: 'Mot de passe',
    lead: 'Le modifier déconnecte tous les autres navigateurs.',
    current: 'Mot de passe actuel',
    next: 'Nouveau mot de passe',
    confirm: 'Confirmer le nouveau mot de passe',
    hint: 'Au moins 6 caractères',
    save: 'Modifier le mot de passe',
    show: 'Afficher le mot de passe',
    hide: 'Masquer le mot de passe',
    required: 'Veuillez remplir ce champ.',
    mismatch: 'Les mots de passe ne correspondent pas. Veuillez réessayer.',
    tooShort: 'Le mot de passe doit comporter au moins 6 caractères.',
    personal:
      'Un mot de passe ne doit être ni votre nom, ni votre adresse e-mail, ni une partie de ceux-ci, ni le nom de ce produit.',
    common: 'Ce mot de passe est trop courant. Veuillez en choisir un autre.',
    wrong: 'Mot de passe incorrect. Veuillez réessayer.',
    failed: 'Le mot de passe n’a pas pu être modifié. Veuillez réessayer.',
    loadFailed: 'Votre mode de connexion n’a pas pu être chargé.',
    changed: {
      title: 'Mot de passe modifié',
      description: 'Vous avez été déconnecté de tous les autres navigateurs.',
    },
    signInAgain: 'Votre mot de passe a été modifié. Veuillez vous reconnecter.',
  },
  sessions: {
    title: 'Où vous êtes connecté',
    lead: 'Une session prend fin à la déconnexion ou après plusieurs jours sans utilisation.',
    device: (browser, system) => `${browser} sur ${system}`,
    unknownDevice: 'Appareil inconnu',
    current: 'Ce navigateur',
    lastUsed: (time) => `Dernière utilisation\u00a0: ${time}`,
    since: (day) => `connecté le ${day}`,
    sameNetwork: 'même réseau que ce navigateur',
    otherNetwork: 'autre réseau',
    end: 'Déconnecter',
    endOf: (device) => `Déconnecter\u00a0: ${device}`,
    endOthers: 'Déconnecter partout ailleurs',
    ended: 'Session déconnectée',
    othersEnded: 'Déconnecté partout ailleurs',
    failed: { title: 'Erreur', fallback: 'La session n’a pas pu être fermée.' },
    loadFailed: 'Vos sessions n’ont pas pu être chargées.',
  },
  adminAccess: {
    title: 'Accès des administrateurs',
    lead: 'Chaque consultation ou modification de vos données par un administrateur. Les administrateurs ne peuvent retirer aucune entrée.',
    none: 'Aucun administrateur n’a consulté vos données.',
    older: 'Afficher les entrées plus anciennes',
    loadFailed: 'Les entrées n’ont pas pu être chargées.',
    actions: {
      'users-listed':
        'Consultation de la liste des utilisateurs\u00a0: nom, e-mail, formule et utilisation',
      'top-users-viewed':
        'Consultation des statistiques des utilisateurs\u00a0: nom, e-mail et nombre de partages',
      'transfers-listed': 'Consultation des derniers transferts\u00a0: e-mail, taille et durée',
      'record-viewed': 'Consultation de votre formule et de votre utilisation',
      'shares-viewed': 'Consultation de vos partages, sans les mots de passe',
      'audit-log-viewed': 'Consultation de votre journal',
      'audit-log-exported': 'Exportation de votre journal',
      'audit-log-verified': 'Vérification de votre journal',
      'admin-log-viewed': 'Consultation du journal d’administration',
      'plan-changed': 'Modification de votre formule',
      'sessions-ended': 'Votre déconnexion de tous les navigateurs',
      'account-deleted': 'Suppression de votre compte',
      'admin-rights-granted': 'Vous êtes devenu administrateur',
      'admin-rights-removed': 'Vous n’êtes plus administrateur',
      'second-factor-removed': 'Suppression du second facteur de votre compte',
    },
  },
  secondFactor: {
    title: 'Second facteur',
    lead: 'Après votre mot de passe, une connexion demande aussi un code d’une application d’authentification sur votre téléphone ou votre ordinateur.',
    on: (day) => `Activé depuis le ${day}`,
    off: 'Désactivé',
    setUp: 'Configurer',
    remove: 'Désactiver',
    unverified: 'Vérifiez d’abord votre adresse e-mail.',
    scan: 'Scannez ce code avec votre application d’authentification.',
    codeLabel: 'Code QR pour l’application d’authentification',
    type: 'Si vous ne pouvez pas le scanner, saisissez cette clé\u00a0:',
    label: 'Code à six chiffres de l’application',
    invalid: 'Veuillez saisir les six chiffres.',
    wrong: 'Ce code est incorrect ou a expiré. Veuillez saisir le code actuel.',
    confirm: 'Activer',
    cancel: 'Annuler',
    lost: 'Gardez la clé en lieu sûr\u00a0: sans l’application et la clé, vous ne pouvez pas vous connecter, et seul l’exploitant peut vous aider.',
    turnedOn: {
      title: 'Second facteur activé',
      description: 'Désormais, une connexion demande un code de votre application.',
    },
    turnedOff: {
      title: 'Second facteur désactivé',
      description: 'Votre mot de passe suffit de nouveau.',
    },
    expired:
      'Cette clé a expiré. Configurez de nouveau le second facteur et scannez le nouveau code.',
    failed: 'Le second facteur n’a pas pu être modifié. Veuillez réessayer.',
    loadFailed: 'Votre second facteur n’a pas pu être chargé.',
  },
  tooManyRequests: 'Trop de tentatives. Veuillez patienter un instant.',
  appearance: 'Apparence',
  appearanceNote: 'S’applique à ce navigateur.',
  themes: { system: 'Système', light: 'Clair', dark: 'Sombre' },
  loadFailed: 'Votre formule n’a pas pu être chargée.',
  danger: {
    title: 'Supprimer le compte',
    text: 'Supprime votre compte, vos partages, votre journal et votre formule. C’est irréversible.',
    action: 'Supprimer le compte',
    dialogTitle: 'Supprimer définitivement votre compte\u00a0?',
    dialogText: (email) => `Saisissez ${email} pour confirmer.`,
    field: 'Votre adresse e-mail',
    keep: 'Garder le compte',
    confirm: 'Tout supprimer',
    done: { title: 'Compte supprimé', description: 'Vos données sont en cours de suppression.' },
    failed: {
      title: 'Échec de la suppression',
      fallback: 'Le compte n’a pas pu être supprimé.',
    },
  },
};

export const billing: AppCatalogues['billing'] = {
  title: 'Changer de formule',
  heading: 'Partages illimités',
  lead: ({ expiryDays }) =>
    `Partages illimités, liens valables jusqu’à ${days(expiryDays.proforever.max)} et assistance sous 24 heures.`,
  back: 'Retour au tableau de bord',
  change: 'Modifier la formule',
  planPicker: 'Formules',
  plans: {
    pro: {
      name: 'Pro',
      price: ({ prices }) => dollars(prices.proWeeklyUsd),
      per: '/semaine',
      note: () => 'Résiliable à tout moment',
      choose: 'Choisir Pro',
      points: ({ expiryDays }) => [
        'Partages illimités chaque mois',
        `Liens valables ${validFor(expiryDays.active)}`,
        'Centre d’aide et assistance prioritaire sous 24 heures',
        'Journal et statistiques',
      ],
    },
    proforever: {
      name: 'ProForever',
      price: ({ prices }) => dollars(prices.proForeverUsd),
      per: 'à vie',
      note: ({ prices }) =>
        `Payé une fois. Rentabilisé après environ ${weeksOfPro(prices)} semaines`,
      choose: 'Choisir ProForever',
      points: ({ expiryDays }) => [
        'Tout ce que contient Pro',
        `Liens valables ${validFor(expiryDays.proforever)}`,
        'Valable tant que le service existe',
        'Aucun renouvellement, jamais',
      ],
    },
  },
  bestValue: 'Le plus avantageux',
  yours: 'Votre formule',
  covered: 'Inclus dans votre formule',
  refund: 'Les nouveaux abonnements Pro sont remboursables sous 14 jours.',
  payTitle: (plan) => `Payer ${plan}`,
  included: 'Ce que vous obtenez',
  preparing: 'Préparation du paiement…',
  pay: {
    pro: ({ prices }) => `Payer ${dollars(prices.proWeeklyUsd)} par semaine`,
    proforever: ({ prices }) => `Payer ${dollars(prices.proForeverUsd)} une fois`,
  },
  paying: 'Traitement…',
  secure:
    'Vos données de carte vont au prestataire de paiement et ne passent jamais par nos serveurs.',
  loginRequired: {
    title: 'Connexion requise',
    description: 'Veuillez vous connecter pour vous abonner à Pro.',
  },
  initFailed: {
    title: 'Erreur',
    api: (status, body) => `Erreur de l’API\u00a0: ${status} – ${body}`,
    fallback: 'L’abonnement n’a pas pu être préparé. Veuillez réessayer.',
  },
  planNotLoaded: 'Votre formule n’a pas pu être chargée.',
  alreadySubscribed: {
    title: 'Déjà abonné',
    description: 'Vous avez déjà un abonnement Pro actif\u00a0!',
  },
  paid: {
    title: 'Paiement réussi',
    description: (brand, plan) => `Bienvenue dans ${brand} ${plan}\u00a0!`,
  },
  paymentFailed: {
    title: 'Échec du paiement',
    fallback: 'Le paiement n’a pas pu aboutir.',
    atBank:
      'Votre banque n’a pas confirmé le paiement et rien n’a été débité. Choisissez une formule pour réessayer ou pour payer avec une autre carte.',
  },
  local: {
    note: 'Mode test\u00a0: aucune carte n’est débitée. Utilisez 4242 4242 4242 4242 (réussit), 4000 0000 0000 0002 (est refusée) ou 4000 0025 0000 3155 (demande une authentification).',
    number: 'Numéro de carte',
    expiry: 'Expiration (MM/AA)',
    expiryHint: 'MM/AA',
    cvc: 'Code de sécurité',
    cvcHint: 'CVC',
    invalidNumber: 'Votre numéro de carte est incomplet.',
    invalidExpiry: 'La date d’expiration de votre carte est incomplète.',
    invalidCvc: 'Le code de sécurité de votre carte est incomplet.',
    stepTitle: 'Votre banque demande une confirmation',
    stepText:
      'En production, votre banque affiche ici sa propre page. Choisissez le résultat\u00a0:',
    approve: 'Réussir l’authentification',
    refuse: 'Faire échouer l’authentification',
    refused: 'Votre moyen de paiement n’a pas pu être authentifié.',
  },
};

export const paymentPending: AppCatalogues['payment-pending'] = {
  title: 'Paiement en attente',
  description:
    'Votre banque traite encore le paiement. Votre formule changera une fois le paiement terminé.',
};
