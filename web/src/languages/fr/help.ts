import { capitalise, describeSize } from '../../lib/texts/figures.js';
import type { AppCatalogues } from '../catalogues.js';
import { days } from './intl.js';

type Policy = Parameters<AppCatalogues['help']['faq']>[0];

const sizes = ({ maxFileBytes: { free, active, proforever } }: Policy): string => {
  if (free === null && active === null && proforever === null)
    return 'Nous annonçons des fichiers jusqu’à 5\u00a0Go, et 2\u00a0Go gratuitement. L’application ne fixe aucune limite\u00a0: les fichiers';
  const limit = (bytes: number | null): string =>
    bytes === null ? 'sans limite' : `jusqu’à ${describeSize(bytes)}`;
  return `${capitalise(limit(free))} avec la formule gratuite, ${limit(active)} avec Pro et ${limit(proforever)} avec ProForever. Les fichiers`;
};

const givenSizes = ({ maxFileBytes: { free } }: Policy): string =>
  free === null
    ? 'L’application ne fixe aucune limite\u00a0: les fichiers'
    : `Jusqu’à ${describeSize(free)}, sauf si un administrateur a donné une autre formule à votre compte. Les fichiers`;

const range = ({ min, max }: { min: number; max: number }): string =>
  min === max ? days(max) : `${min} à ${days(max)}`;

const soldLifetimes = ({ expiryDays: { free, active, proforever } }: Policy): string =>
  `${range(free)} avec la formule gratuite. Avec Pro, vous choisissez ${range(active)}, avec ProForever ${range(proforever)}, avant de créer le partage.`;

const givenLifetimes = ({ expiryDays: { free } }: Policy): string =>
  free.min === free.max
    ? `${days(free.max)}.`
    : `Vous choisissez ${range(free)} avant de créer le partage.`;

export const help: AppCatalogues['help'] = {
  title: 'Centre d’aide',
  lead: 'Questions courantes, et comment nous joindre.',
  video: 'Voir le tutoriel vidéo',
  videoNote: 'Partager un fichier, en une demi-minute.',
  stepsTitle: 'Le tutoriel en mots',
  steps: [
    'Choisissez un fichier sur le tableau de bord. Il reste sur votre appareil.',
    'Cliquez sur «\u00a0Create Share\u00a0» («\u00a0Créer le partage\u00a0»), puis envoyez le lien et le mot de passe au destinataire.',
    'Le destinataire ouvre le lien et saisit le mot de passe.',
    'Il indique son nom et son adresse e-mail, puis lance le téléchargement.',
    'Le fichier va directement de votre navigateur au sien. Vous voyez qui le reçoit et où en est le transfert.',
    'À l’arrivée, son navigateur vérifie que la copie est identique à la vôtre.',
    'Vous voyez aussi le résultat, et chacun peut enregistrer un reçu.',
  ],
  faqTitle: 'Questions fréquentes',
  contactTitle: 'Toujours bloqué\u00a0?',
  contactText:
    'Les formules payantes ont une assistance prioritaire\u00a0: nous répondons sous 24 heures. Indiquez votre navigateur, la taille approximative du fichier et ce qui s’est passé. Ne nous envoyez jamais le mot de passe d’un partage.',
  contactTextWithoutPayments:
    'Indiquez votre navigateur, la taille approximative du fichier et ce qui s’est passé. Ne nous envoyez jamais le mot de passe d’un partage.',
  contactAction: (email) => `Écrire à ${email}`,
  faq: (policy, hasPayments) => [
    {
      question: 'Comment partager un fichier\u00a0?',
      answer:
        'Choisissez le fichier dans le tableau de bord et cliquez sur «\u00a0Créer le partage\u00a0». Envoyez le lien et le mot de passe au destinataire, par deux voies différentes si le fichier est confidentiel. Gardez votre onglet ouvert\u00a0: le transfert commence quand le destinataire lance le téléchargement, et vous en suivez la progression.',
    },
    {
      question: 'Devons-nous être en ligne tous les deux\u00a0?',
      answer:
        'Oui. Le fichier va directement de votre navigateur à celui du destinataire et n’est jamais stocké sur un serveur\u00a0; vous devez donc être en ligne tous les deux jusqu’à son arrivée. Si la connexion est coupée, le transfert attend et reprend automatiquement où il s’était arrêté.',
    },
    {
      question: 'Quelle taille un fichier peut-il avoir\u00a0?',
      answer: `${hasPayments ? sizes(policy) : givenSizes(policy)} passent d’un disque à l’autre par petits blocs\u00a0; en pratique, les limites sont l’espace libre du destinataire et votre débit d’envoi. Un gigaoctet prend environ 15 minutes à 10\u00a0Mbit/s.`,
    },
    {
      question: 'Combien de temps un lien fonctionne-t-il\u00a0?',
      answer: `${hasPayments ? soldLifetimes(policy) : givenLifetimes(policy)} Vous pouvez arrêter un lien à tout moment, et le relancer jusqu’à son expiration.`,
    },
    {
      question: 'Qui peut ouvrir mon partage\u00a0?',
      answer:
        'Uniquement les personnes qui ont à la fois le lien et son mot de passe. Chaque partage a son propre mot de passe, généré si vous n’en choisissez pas. Les mots de passe incorrects ralentissent les essais suivants\u00a0; plusieurs, venant de réseaux différents en une heure, peuvent arrêter le lien, que vous pouvez relancer dans «\u00a0Partages récents\u00a0». Les destinataires saisissent un nom et une adresse e-mail, que vous trouvez dans votre journal.',
    },
    {
      question: 'Le transfert ne démarre pas. Que faire\u00a0?',
      answer:
        'Vérifiez que les deux onglets sont ouverts et visibles\u00a0; les téléphones suspendent les onglets en arrière-plan. Rechargez ensuite la page, désactivez votre VPN ou essayez un autre réseau\u00a0: certains pare-feu d’entreprise bloquent les connexions directes. S’il existe un relais, il transmet les données, toujours chiffrées de navigateur à navigateur.',
    },
    {
      question: 'Comment garder mon téléphone ou mon ordinateur éveillé\u00a0?',
      answer:
        'Les téléphones qui le permettent affichent l’option «\u00a0Garder l’écran allumé\u00a0» dans le tableau de bord. Sur un ordinateur, branchez le chargeur et désactivez la mise en veille pendant les transferts volumineux. Installer l’application aide aussi, car les navigateurs suspendent moins les applications installées.',
    },
    hasPayments
      ? {
          question: 'Comment résilier ma formule\u00a0?',
          answer: `Dans les paramètres, avec «\u00a0Résilier l’abonnement\u00a0». Vous passez immédiatement à la formule gratuite, et la période en cours n’est pas remboursée. Les nouveaux abonnements Pro sont remboursables sous 14 jours. ${
            policy.canCancelProForever
              ? 'ProForever ne se renouvelle pas\u00a0; le résilier met fin à votre formule sans remboursement.'
              : 'ProForever se paie une fois et ne peut pas être résilié.'
          }`,
        }
      : {
          question: 'Et si mes limites sont trop basses\u00a0?',
          answer:
            'Écrivez à l’adresse ci-dessous. Un administrateur peut donner une autre formule à votre compte.',
        },
  ],
};
