import { advertisedSizes, describeSize, weeksOfPro } from '../../lib/texts/figures.js';
import type { AppCatalogues } from '../catalogues.js';
import { days, dollars, shares } from './intl.js';

export const site: AppCatalogues['site'] = {
  skip: 'Aller au contenu',
  menu: 'Site',
  how: 'Fonctionnement',
  pricing: 'Tarifs',
  questions: 'Questions',
  action: 'Tableau de bord',
  promise: 'Les fichiers vont de navigateur à navigateur. Nous ne les stockons jamais.',
  company: 'Entreprise',
  terms: 'Conditions d’utilisation',
  privacy: 'Politique de confidentialité',
  support: 'Assistance',
  release: (id) => `Version ${id}`,
  signIn: 'Connexion',
  language: 'Langue',
  englishOnly: 'Cette page n’existe qu’en anglais.',
  groups: { compare: 'Comparer', send: 'Envoyer', understand: 'Comprendre' },
  pages: {
    versus: (name) => `${name} face à WeTransfer`,
    wetransferAlternative: 'Alternative à WeTransfer',
    dropboxAlternative: 'Alternative à Dropbox',
    gmail: 'Fichier trop gros pour Gmail',
    large: 'Envoyer de gros fichiers',
    tenGigabytes: 'Envoyer un fichier de 10\u00a0Go',
    video: 'Envoyer des vidéos',
    p2p: 'Transfert de pair à pair',
    hipaa: 'HIPAA et partage de fichiers',
    trust: 'Ce que nous pouvons voir ou non',
  },
};

type Landing = AppCatalogues['marketing']['landingContent'];
type Facts = Parameters<Landing>[0];

const range = ({ min, max }: { min: number; max: number }): string =>
  min === max ? days(max) : `${min} à ${days(max)}`;
const months = (n: number): string => (n >= 24 && n % 12 === 0 ? `${n / 12} ans` : `${n} mois`);

const plans = (facts: Facts): ReturnType<Landing>['plans'] => [
  {
    name: 'Gratuit',
    usd: 0,
    price: dollars(0),
    rhythm: 'sans limite de durée',
    points: [
      facts.freeSharesPerMonth === null
        ? 'Partages illimités'
        : `${shares(facts.freeSharesPerMonth)} par mois`,
      `Liens valables ${range(facts.expiryDays.free)}`,
      `Jusqu’à ${advertisedSizes(facts).free} par transfert`,
      'Mot de passe et journal pour chaque partage',
    ],
    action: 'Commencer gratuitement',
    isMarked: false,
  },
  {
    name: 'Pro',
    usd: facts.prices.proWeeklyUsd,
    price: dollars(facts.prices.proWeeklyUsd),
    rhythm: 'par semaine, résiliable à tout moment',
    points: [
      'Partages illimités',
      `Liens valables ${range(facts.expiryDays.active)}`,
      `Jusqu’à ${advertisedSizes(facts).pro} par transfert`,
      'Centre d’aide et assistance sous 24 heures',
      'Nouvel abonnement remboursable sous 14 jours',
    ],
    action: 'Essayer Pro',
    isMarked: true,
  },
  {
    name: 'ProForever',
    usd: facts.prices.proForeverUsd,
    price: dollars(facts.prices.proForeverUsd),
    rhythm: `une fois, environ ${weeksOfPro(facts.prices)} semaines de Pro`,
    points: [
      'Tout ce que contient Pro',
      `Liens valables ${range(facts.expiryDays.proforever)}`,
      'Aucun renouvellement, valable tant que le service existe',
    ],
    action: 'Choisir ProForever',
    isMarked: false,
  },
];

const saving =
  'Les navigateurs qui enregistrent directement sur le disque, comme Chrome et Edge, acceptent les plus gros fichiers.';

const sizeAnswer = (facts: Facts): string => {
  const { free, active } = facts.maxFileBytes;
  if (!facts.hasPayments)
    return free === null
      ? `Le transfert n’a pas de limite intégrée\u00a0: seuls l’espace disque et le temps vous limitent. ${saving}`
      : `Jusqu’à ${describeSize(free)} par fichier. ${saving}`;
  const unlimited =
    free === null && active === null
      ? ' Le transfert n’a pas de limite intégrée\u00a0: au-delà, seuls l’espace disque et le temps vous limitent.'
      : '';
  return `Comptez ${advertisedSizes(facts).everywhere} par fichier dans tout navigateur actuel. Les navigateurs qui enregistrent directement sur le disque, comme Chrome et Edge, acceptent ${advertisedSizes(facts).free} avec la formule gratuite et ${advertisedSizes(facts).pro} avec Pro.${unlimited}`;
};

const wrongPasswords = ({ wrongPasswordLimit }: Facts): string =>
  wrongPasswordLimit > 0
    ? `après ${wrongPasswordLimit} mots de passe incorrects venus de plusieurs réseaux en une heure, le partage s’arrête automatiquement, et vous pouvez le relancer d’un clic`
    : 'chaque mot de passe incorrect ralentit la tentative suivante';

const landingContent: Landing = (facts) => ({
  title: `${facts.brand.name} – envoyez des fichiers directement de navigateur à navigateur`,
  description:
    'Partagez un fichier directement d’un navigateur à l’autre. Chiffré en chemin, jamais stocké sur un serveur, avec un mot de passe et un journal pour chaque partage.' +
    (facts.hasPayments ? ' Gratuit pour commencer.' : ''),
  how: {
    kind: 'steps',
    heading: 'Comment ça marche',
    steps: [
      {
        title: 'Choisissez un fichier',
        text: 'Connectez-vous et sélectionnez un fichier. Il reste sur votre disque\u00a0; rien n’est téléversé.',
      },
      {
        title: 'Partagez lien et mot de passe',
        text: 'Vous recevez les deux en une seconde. Envoyez-les au destinataire, de préférence par deux voies.',
      },
      {
        title: 'Connectez-vous',
        text: 'Votre destinataire ouvre le lien, et les deux navigateurs se connectent directement.',
      },
      {
        title: 'Vérifié à l’arrivée',
        text: 'Le fichier est transmis, enregistré et vérifié par une somme de contrôle des deux côtés.',
      },
    ],
  },
  faq: [
    { question: 'Quelle taille un fichier peut-il avoir\u00a0?', answer: sizeAnswer(facts) },
    {
      question: 'Quels appareils et navigateurs conviennent\u00a0?',
      answer:
        'Les versions actuelles de Chrome, Edge, Firefox et Safari sur ordinateurs, tablettes et téléphones. Il n’y a rien à installer, mais vous pouvez installer la page comme application. Sur un téléphone, gardez la page ouverte et visible pendant un transfert.',
    },
    {
      question: 'Comment un transfert est-il protégé\u00a0?',
      answer: `La connexion entre les deux navigateurs est chiffrée, qu’elle soit directe ou relayée. Chaque partage a un mot de passe généré, et ${wrongPasswords(facts)}. Le fichier n’est jamais stocké sur un serveur\u00a0: il n’y a pas de copie à voler. Avec un lien protégé, les deux navigateurs détectent aussi un serveur qui s’interposerait.`,
    },
    {
      question: 'Devons-nous être en ligne tous les deux\u00a0?',
      answer:
        'Oui, en même temps, jusqu’à l’arrivée du fichier. Aucun serveur ne garde de copie à télécharger plus tard. Des fuseaux horaires différents\u00a0? Convenez d’une heure, ou utilisez un service qui stocke les fichiers.',
    },
    {
      question: 'Puis-je voir qui a téléchargé mon fichier\u00a0?',
      answer: `Oui. Les destinataires saisissent un nom et une adresse e-mail avant le téléchargement. Votre journal les consigne avec l’heure, l’adresse IP et le résultat de l’accès. Il est conservé ${months(facts.auditRetentionMonths)}, et vous pouvez l’exporter en CSV. Nous ne vérifions ni les noms ni les adresses e-mail.`,
    },
    {
      question: 'Que se passe-t-il si la connexion est coupée\u00a0?',
      answer:
        'Les deux navigateurs se reconnectent automatiquement, et le transfert reprend après la dernière partie arrivée. S’ils n’y parviennent pas, cliquez sur «\u00a0Réessayer\u00a0».',
    },
  ],
  plans: facts.hasPayments ? plans(facts) : [],
  action: facts.hasPayments ? 'Commencer gratuitement' : 'Commencer',
});

export const marketing: AppCatalogues['marketing'] = {
  marks: { yes: 'Oui', no: 'Non', partly: 'En partie' },
  units: {
    speed: (megabits) => `${megabits} Mbit/s`,
    size: (gigabytes) => `${gigabytes} Go`,
    seconds: (n) => `${n} s`,
    minutes: (n) => `${n} min`,
    hours: (n) => `${n} h`,
  },
  operatingSystems: 'Tous, avec un navigateur actuel',
  drawing: {
    caption:
      'Dessin\u00a0: le fichier va en ligne droite du navigateur de l’expéditeur à celui du destinataire. Un serveur au-dessus aide seulement les deux à se connecter.',
    you: 'Votre navigateur',
    them: 'L’autre navigateur',
    server: 'les aide à se connecter',
  },
  landing: {
    heading: ['De votre écran au sien.', 'Sans détour.'],
    lead: 'Vous êtes en ligne tous les deux. Évitez le cloud et envoyez directement d’un navigateur à l’autre.',
    more: 'En savoir plus',
    preview: {
      heading: 'Ce que chacun voit',
      sender: {
        caption:
          'Votre tableau de bord\u00a0: qui télécharge, et ce qui est déjà sur le disque du destinataire.',
        alt: 'Le tableau de bord d’un expéditeur\u00a0: Grace Hopper télécharge wedding-final-cut.mov par une connexion directe, avec la progression, le débit et le temps restant.',
      },
      recipient: {
        caption: 'La page de votre destinataire, dans tout navigateur récent.',
        alt: 'La page du destinataire sur un téléphone\u00a0: le même fichier d’Ada Lovelace est en cours de réception.',
      },
    },
    why: 'Pourquoi envoyer directement',
    time: {
      title: 'Une attente au lieu de deux',
      text: 'Avec un service d’envoi classique, vous attendez la fin de l’envoi, puis votre destinataire attend le téléchargement. Ici, les deux se font en même temps.',
      ours: 'Envoi et réception',
      up: 'Envoi',
      down: 'Téléchargement',
    },
    empty: {
      title: 'Rien qui puisse fuiter',
      text: 'Il n’y a aucune copie sur nos serveurs, pas même une minute. Ce qui n’est pas stocké ne peut être ni divulgué, ni vendu, ni réclamé.',
      figure: '0',
      unit: 'octet de votre fichier sur nos disques',
    },
    proof: {
      title: 'Vous savez qui l’a',
      text: 'Votre journal montre les accès et les téléchargements\u00a0: le nom indiqué, l’heure, l’adresse IP et le résultat. Les sommes de contrôle vérifient que la copie du destinataire est identique à la vôtre.',
      sender: 'la vôtre',
      recipient: 'la sienne',
      equal: 'identiques',
    },
    voices: 'Avec les mots de personnes comme vous',
    questions: 'Questions fréquentes',
    pricing: 'Tarifs',
    pricingIntro: 'Nous comptons les partages, pas les octets, car nous n’en stockons aucun.',
    closing: 'En ligne tous les deux\u00a0? Envoyez.',
  },
  landingContent,
};
