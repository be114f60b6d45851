import type { RecipientCatalogues } from '../catalogues.js';
import { formats } from './intl.js';

const common = {
  line: 'Le réseau entre vous',
  relay: 'Le relais, ou le réseau qui y mène',
  devices: 'Les processeurs des deux appareils\u00a0; le réseau est plus rapide',
};

export const connection: RecipientCatalogues['connection'] = {
  summary: 'Détails de la connexion',
  summaryOf: (name) => `Détails de la connexion de ${name}`,
  route: 'Chemin',
  routes: {
    direct: 'Direct, dans votre réseau',
    stun: 'Direct, par internet',
    turn: 'Par un relais chiffré',
    unknown: 'Pas encore connu',
  },
  address: 'Adresse',
  proof: 'Protection',
  proofs: {
    none: 'Lien simple\u00a0: rien ne prouve que le destinataire le possède',
    pending: 'Le destinataire n’a pas encore prouvé qu’il possède le lien',
    proven: 'Le destinataire a prouvé qu’il possède le lien',
    waived: 'Non prouvé\u00a0; vous l’avez autorisé',
  },
  roundTrip: 'Temps d’aller-retour',
  milliseconds: (ms) => (ms < 1 ? 'Moins de 1 ms' : `${Math.round(ms)} ms`),
  loss: 'Perte de paquets',
  lost: (share) => formats.formatPercent(share * 100),
  notMeasured: 'Pas encore mesuré',
  noLoss: 'Indisponible. Les navigateurs ne l’indiquent pas pour cette connexion.',
  lanes: 'Connexions utilisées',
  limitedBy: 'Limité par',
  notKnown: 'Pas encore connu',
  factors: {
    sender: {
      ...common,
      'sender-limit': 'Votre limite de débit',
      'recipient-limit': 'La limite de débit du destinataire',
      'sender-disk': 'Votre disque\u00a0: le fichier est lu moins vite qu’il n’est envoyé',
      'recipient-disk':
        'Le disque du destinataire\u00a0: il enregistre moins vite que le fichier n’arrive',
      'sender-device': 'Le processeur de cet appareil',
    },
    recipient: {
      ...common,
      'sender-limit': 'La limite de débit de l’expéditeur',
      'recipient-limit': 'Votre limite de débit',
      'sender-disk':
        'Le disque de l’expéditeur\u00a0: le fichier est lu moins vite qu’il n’est envoyé',
      'recipient-disk': 'Votre disque\u00a0: il enregistre moins vite que le fichier n’arrive',
      'sender-device': 'Le processeur de l’appareil de l’expéditeur',
    },
  },
  peerLimit: { sender: 'La limite du destinataire', recipient: 'La limite de l’expéditeur' },
  yielding: 'Laisse de la place aux autres',
  speed: 'Débit de la dernière minute',
  curve: (now, highest, lowest) => `Actuellement ${now}, maximum ${highest}, minimum ${lowest}.`,
  noSpeed: '0 Mo/s',
  limit: {
    summary: 'Limite de débit',
    send: 'Limite de débit pour l’envoi',
    receive: 'Limite de débit pour la réception',
    none: 'Aucune limite',
    yielding: 'Laisser de la place aux autres',
    rate: 'Utiliser au plus',
    unit: 'Mo/s',
    unitLabel: 'Limite en mégaoctets par seconde',
    set: 'Appliquer',
    invalid: (least) => `Saisissez un nombre d’au moins ${least}.`,
    saved: {
      none: 'Aucune limite.',
      yielding: 'Ralentit quand d’autres programmes ou personnes utilisent le réseau.',
      rate: (speed) => `Au plus ${speed}.`,
    },
    scope: {
      send: 'S’applique à tout ce que cette page envoie et reste enregistré sur cet appareil.',
      receive: 'S’applique à ce que cette page reçoit et reste enregistré sur cet appareil.',
    },
    noEffect:
      'L’expéditeur utilise un programme ancien. Une limite de débit sur cette page reste sans effet.',
  },
};

export const receipt: RecipientCatalogues['receipt'] = {
  title: 'Reçu de remise',
  delivered: 'Remis et vérifié',
  lead: 'Les deux navigateurs ont signé cette déclaration après que celui du destinataire a calculé lui-même la somme de contrôle du fichier entier.',
  file: 'Fichier',
  size: 'Taille',
  exactBytes: (bytes) => `${bytes} octets`,
  digest: 'Somme de contrôle',
  digestNote: (block) => `SHA-256 des SHA-256 de chaque bloc de ${block}`,
  share: 'Partage',
  started: 'Début',
  completed: 'Fin',
  path: 'Chemin',
  paths: {
    direct: 'Directement entre les deux navigateurs',
    relayed: 'Par un relais, chiffré de bout en bout',
    unknown: 'Inconnu',
  },
  sender: 'Expéditeur',
  recipient: 'Destinataire',
  bases: { 'signed-in': 'connecté', 'self-declared': 'selon cette personne' },
  key: 'Clé',
  log: 'Journal',
  logStates: {
    pending: 'En attente du contreseing…',
    none: 'Sans contreseing. Les signatures des deux navigateurs sont valables sans lui.',
    signed: (position, size) =>
      `Contresigné\u00a0: entrée ${position} sur ${size} dans le journal signé`,
  },
  proves: 'Ce que ce reçu prouve',
  provesItems: [
    'Deux navigateurs ayant ce lien protégé étaient connectés sans intermédiaire, et les deux ont signé.',
    'Le navigateur du destinataire avait le fichier entier avec cette somme de contrôle.',
  ],
  provesNot: 'Ce qu’il ne prouve pas',
  provesNotItems: [
    'L’identité des deux personnes\u00a0: noms et adresses e-mail sont ceux qu’elles ont donnés.',
    'Que le fichier a été ouvert, lu ou conservé.',
    'Vis-à-vis d’un tiers, que la déclaration est exacte\u00a0: chaque côté aurait pu créer les deux clés. Le journal ne contresigne que ce qui a été soumis à la fois depuis le compte de l’expéditeur et avec l’accès d’un destinataire. Le destinataire ne peut donc pas falsifier seul un reçu contresigné\u00a0; l’expéditeur, qui connaît le mot de passe, le peut.',
  ],
  verify:
    'Le fichier enregistré se vérifie sans serveur. Il nomme les deux personnes\u00a0: gardez-le aussi confidentiel que le fichier.',
  save: 'Enregistrer en fichier',
  print: 'Imprimer',
  close: 'Fermer',
  filename: (name) => `recu-${name}.json`,
};
