import type { AppCatalogues } from '../catalogues.js';
import { count } from './intl.js';

export const audit: AppCatalogues['audit'] = {
  title: 'Journal',
  lead: 'Qui a créé, ouvert et téléchargé vos partages, et à qui l’accès a été refusé.',
  back: 'Retour au tableau de bord',
  search: 'Recherche',
  searchPlaceholder: 'Nom de fichier, e-mail ou adresse IP',
  eventFilter: 'Type d’événement',
  statusFilter: 'Statut',
  events: {
    all: 'Tous les événements',
    share_created: 'Partage créé',
    access_attempt: 'Tentative d’accès',
    download_completed: 'Téléchargement terminé',
    access_denied: 'Accès refusé',
  },
  downloadFailed: 'Échec du téléchargement',
  statuses: { all: 'Tous les statuts', success: 'Réussi', failure: 'Échec', denied: 'Refusé' },
  standings: {
    confirmed: 'Confirmé des deux côtés',
    claimed: {
      recipient: 'Déclaré par le destinataire seul',
      sender: 'Déclaré par votre navigateur seul',
    },
    partial: (size) => `Interrompu après ${size}`,
    refused: {
      recipient: 'Arrêté par le navigateur du destinataire',
      sender: 'Arrêté par votre navigateur',
    },
    failed: 'Non remis',
  },
  export: 'Exporter en CSV',
  exporting: 'Exportation…',
  exported: { title: 'Exportation terminée', description: 'Le journal a été enregistré.' },
  exportFault: {
    title: 'Journal endommagé',
    description:
      'Le journal exporté ne prolonge pas celui que ce navigateur a retenu. Conservez le fichier comme preuve.',
  },
  exportFailed: {
    title: 'Échec de l’exportation',
    description: 'Le journal n’a pas pu être exporté. Veuillez réessayer.',
  },
  verify: 'Vérifier l’intégrité',
  verifying: 'Vérification…',
  intact: {
    title: 'Journal intact',
    description: (n) =>
      count(n, {
        one: '# entrée vérifiée\u00a0: aucune lacune, aucune modification non consignée.',
        other: '# entrées vérifiées\u00a0: aucune lacune, aucune modification non consignée.',
      }),
    joined: 'La liste affiche toutes les entrées d’un téléchargement sur une seule ligne.',
  },
  broken: {
    title: 'Journal modifié',
    description: (position) => `L’entrée ${position} a été modifiée ou supprimée.`,
  },
  dismiss: 'Fermer',
  verifyFailed: { title: 'Erreur', fallback: 'Le journal n’a pas pu être vérifié.' },
  head: {
    first: (at) =>
      `Ce navigateur a enregistré l’état signé du journal au ${at}. Lors des visites suivantes, il vous avertira si le journal ne prolonge pas cet état.`,
    consistent: (since) =>
      `Le journal prolonge l’état signé que ce navigateur a retenu le ${since}.`,
    signed: 'État signé du journal',
    purpose:
      'Une empreinte de tout le journal, signée par le serveur. Enregistrez-la pour prouver plus tard que le journal n’a pas été modifié.',
    head: (size) => `État signé de ${size} entrées de tous les comptes\u00a0:`,
    save: 'Enregistrer l’état signé',
    headFile: 'etat-du-journal.json',
    unknown: 'La signature du journal est indisponible pour le moment.',
    alarm: 'Ce journal a été modifié',
    faults: {
      'rolled-back': (since) =>
        `Le journal est plus court que le ${since}, lors de la dernière vérification par ce navigateur. Des entrées ont été supprimées.`,
      rewritten: (since) =>
        `Le journal ne contient plus ce qu’il contenait le ${since}, lors de la dernière vérification par ce navigateur.`,
      'entry-removed': (since, position) =>
        `L’entrée ${position} de votre journal manque. Elle y était le ${since}, et sa durée de conservation n’est pas écoulée.`,
      'entry-changed': (since, position) =>
        `L’entrée ${position} de votre journal n’est pas celle qui y était le ${since}.`,
      invalid: () => 'La signature ou la preuve du journal par le serveur n’est pas valable.',
      refused: () =>
        'Le serveur ne signe pas le journal, car il ne concorde pas avec ce qui a été signé auparavant.',
    },
    advice:
      'Enregistrez les preuves et envoyez-les à l’exploitant. Elles contiennent l’état signé que ce navigateur a retenu et l’état actuel.',
    saveEvidence: 'Enregistrer les preuves',
    evidenceFile: 'preuves-du-journal.json',
    accept: 'Faire confiance à ce journal',
  },
  entries: {
    checking: 'Le serveur vérifie vos entrées…',
    checked: (at) => `Le serveur a vérifié votre journal le ${at}.`,
    failed: 'Vos entrées ne peuvent pas être vérifiées pour le moment.',
  },
  heading: (n) => `Entrées (${n})`,
  unverified:
    'Les noms et adresses e-mail des destinataires sont ceux qu’ils ont indiqués\u00a0; ils ne sont pas vérifiés.',
  times: (zone) =>
    `Fuseau horaire des heures affichées\u00a0: ${zone}. Le fichier CSV utilise UTC.`,
  earlier: {
    loaded: (n, since) =>
      `Les ${n} entrées les plus récentes sont chargées, depuis le ${since}. La recherche et les filtres portent sur tout le journal.`,
    load: 'Charger les entrées antérieures',
    whole: 'Tout le journal est chargé.',
    searching: 'Recherche dans tout le journal…',
    searched: 'La recherche a porté sur tout le journal.',
    searchFailed:
      'La recherche dans les entrées antérieures a échoué. Seuls les résultats parmi les entrées chargées sont affichés.',
    cut: (n) =>
      `Les résultats sont trop nombreux pour être tous affichés\u00a0: voici les ${n} plus récents.`,
    failedToast: {
      title: 'Erreur',
      fallback: 'Les entrées antérieures n’ont pas pu être chargées.',
    },
  },
  printed: (shown, all) =>
    `Seules les ${shown} entrées les plus récentes sur ces ${all} sont imprimées. L’export CSV les contient toutes.`,
  empty: 'Aucune entrée ne correspond à vos critères.',
  loading: 'Chargement du journal…',
  failed: 'Le journal n’a pas pu être chargé.',
  activity: {
    title: 'Statistiques',
    lead: (n) => `Activité de vos partages au cours des ${n} derniers jours.`,
    part: (n, since) =>
      `Seules les ${n} entrées les plus récentes sont comptées, depuis le ${since}.`,
    downloads: 'Téléchargements terminés',
    recipients: 'Destinataires distincts',
    attempts: 'Tentatives d’accès',
    denied: 'Refusées',
    chart: (n) => `Téléchargements par jour, ${n} derniers jours`,
    day: (day, n) =>
      `${day}\u00a0: ${n} ${n === '0' || n === '1' ? 'téléchargement' : 'téléchargements'}`,
  },
  columns: {
    date: 'Date/heure',
    event: 'Événement',
    status: 'Statut',
    file: 'Fichier',
    accessor: 'Personne',
    location: 'Lieu',
    ip: 'Adresse IP',
  },
  anonymous: 'Destinataire anonyme',
  browsers: {
    mobile: 'Appareil mobile',
    chrome: 'Navigateur Chrome',
    firefox: 'Navigateur Firefox',
    safari: 'Navigateur Safari',
    unknown: 'Navigateur inconnu',
    device: 'Appareil inconnu',
  },
};
