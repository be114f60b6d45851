import type { AppCatalogues } from '../catalogues.js';
import { count, daysDative } from './intl.js';

export const audit: AppCatalogues['audit'] = {
  title: 'Protokoll',
  lead: 'Wer Ihre Freigaben erstellt, geöffnet und heruntergeladen hat und wer abgewiesen wurde.',
  back: 'Zurück zur Übersicht',
  search: 'Suche',
  searchPlaceholder: 'Dateiname, E-Mail- oder IP-Adresse',
  eventFilter: 'Art des Ereignisses',
  statusFilter: 'Status',
  events: {
    all: 'Alle Ereignisse',
    share_created: 'Freigabe erstellt',
    access_attempt: 'Zugriffsversuch',
    download_completed: 'Download abgeschlossen',
    access_denied: 'Zugriff verweigert',
  },
  downloadFailed: 'Download fehlgeschlagen',
  statuses: {
    all: 'Jeder Status',
    success: 'Erfolg',
    failure: 'Fehler',
    denied: 'Verweigert',
  },
  standings: {
    confirmed: 'Von beiden Seiten bestätigt',
    claimed: {
      recipient: 'Nur vom Empfänger gemeldet',
      sender: 'Nur von Ihrem Browser gemeldet',
    },
    partial: (size) => `Nach ${size} unterbrochen`,
    refused: {
      recipient: 'Vom Browser des Empfängers abgebrochen',
      sender: 'Von Ihrem Browser abgebrochen',
    },
    failed: 'Nicht zugestellt',
  },
  export: 'Als CSV exportieren',
  exporting: 'Wird exportiert …',
  exported: { title: 'Export abgeschlossen', description: 'Das Protokoll wurde gespeichert.' },
  exportFault: {
    title: 'Protokoll beschädigt',
    description:
      'Das exportierte Protokoll setzt nicht fort, was dieser Browser gespeichert hat. Bewahren Sie die Datei als Beweis auf.',
  },
  exportFailed: {
    title: 'Export fehlgeschlagen',
    description: 'Das Protokoll konnte nicht exportiert werden. Bitte versuchen Sie es erneut.',
  },
  verify: 'Unversehrtheit prüfen',
  verifying: 'Wird geprüft …',
  intact: {
    title: 'Protokoll unversehrt',
    description: (n) =>
      `${count(n, { one: '# Eintrag', other: '# Einträge' })} geprüft: keine Lücke, keine Änderung ohne Vermerk.`,
    joined: 'Die Liste zeigt alle Einträge eines Downloads in einer Zeile.',
  },
  broken: {
    title: 'Protokoll verändert',
    description: (position) => `Eintrag ${position} wurde verändert oder entfernt.`,
  },
  dismiss: 'Ausblenden',
  verifyFailed: { title: 'Fehler', fallback: 'Das Protokoll konnte nicht geprüft werden.' },
  head: {
    first: (at) =>
      `Dieser Browser hat den signierten Stand des Protokolls vom ${at} gespeichert. Bei späteren Besuchen warnt er Sie, falls das Protokoll diesen Stand nicht fortsetzt.`,
    consistent: (since) =>
      `Das Protokoll setzt den signierten Stand fort, den dieser Browser am ${since} gespeichert hat.`,
    signed: 'Signierter Stand des Protokolls',
    purpose:
      'Ein vom Server signierter Fingerabdruck des gesamten Protokolls. Speichern Sie ihn, um später nachzuweisen, dass das Protokoll nicht verändert wurde.',
    head: (size) => `Signierter Stand von ${size} Einträgen aller Konten:`,
    save: 'Signierten Stand speichern',
    headFile: 'protokoll-stand.json',
    unknown: 'Die Signatur des Protokolls ist gerade nicht verfügbar.',
    alarm: 'Dieses Protokoll wurde verändert',
    faults: {
      'rolled-back': (since) =>
        `Das Protokoll ist kürzer als am ${since}, als dieser Browser es zuletzt geprüft hat. Einträge wurden entfernt.`,
      rewritten: (since) =>
        `Das Protokoll enthält nicht mehr, was es am ${since} enthielt, als dieser Browser es zuletzt geprüft hat.`,
      'entry-removed': (since, position) =>
        `Eintrag ${position} Ihres Protokolls fehlt. Am ${since} war er da, und seine Aufbewahrungsfrist ist nicht abgelaufen.`,
      'entry-changed': (since, position) =>
        `Eintrag ${position} Ihres Protokolls ist nicht der vom ${since}.`,
      invalid: () => 'Die Signatur oder der Nachweis des Servers zum Protokoll ist ungültig.',
      refused: () =>
        'Der Server signiert das Protokoll nicht, weil es nicht zu dem passt, was zuvor signiert wurde.',
    },
    advice:
      'Speichern Sie die Beweise und senden Sie sie dem Betreiber. Sie enthalten den signierten Stand, den dieser Browser gespeichert hat, und den aktuellen.',
    saveEvidence: 'Beweise speichern',
    evidenceFile: 'protokoll-beweise.json',
    accept: 'Diesem Protokoll vertrauen',
  },
  entries: {
    checking: 'Der Server prüft Ihre Einträge …',
    checked: (at) => `Der Server hat Ihr Protokoll am ${at} geprüft.`,
    failed: 'Ihre Einträge können gerade nicht geprüft werden.',
  },
  heading: (n) => `Einträge (${n})`,
  unverified:
    'Namen und E-Mail-Adressen der Empfänger sind deren eigene Angaben und nicht geprüft.',
  times: (zone) =>
    `Die Zeiten sind in der Zeitzone ${zone} angegeben. Die CSV-Datei verwendet UTC.`,
  earlier: {
    loaded: (n, since) =>
      `Die neuesten ${n} Einträge sind geladen, zurück bis ${since}. Suche und Filter gelten für das ganze Protokoll.`,
    load: 'Frühere Einträge laden',
    whole: 'Das ganze Protokoll ist geladen.',
    searching: 'Das ganze Protokoll wird durchsucht …',
    searched: 'Das ganze Protokoll wurde durchsucht.',
    searchFailed:
      'Die früheren Einträge konnten nicht durchsucht werden. Es werden nur Treffer unter den geladenen gezeigt.',
    cut: (n) => `Es gibt mehr Treffer, als angezeigt werden können: Das sind die neuesten ${n}.`,
    failedToast: {
      title: 'Fehler',
      fallback: 'Die früheren Einträge konnten nicht geladen werden.',
    },
  },
  printed: (shown, all) =>
    `Nur die neuesten ${shown} dieser ${all} Einträge werden gedruckt. Der CSV-Export enthält alle.`,
  empty: 'Keine Einträge zu Ihrer Auswahl gefunden.',
  loading: 'Protokoll wird geladen …',
  failed: 'Das Protokoll konnte nicht geladen werden.',
  activity: {
    title: 'Auswertung',
    lead: (n) => `Aktivität Ihrer Freigaben in den letzten ${daysDative(n)}.`,
    part: (n, since) => `Gezählt werden nur die neuesten ${n} Einträge, zurück bis ${since}.`,
    downloads: 'Abgeschlossene Downloads',
    recipients: 'Verschiedene Empfänger',
    attempts: 'Zugriffsversuche',
    denied: 'Abgewiesen',
    chart: (n) => `Downloads pro Tag, letzte ${n} Tage`,
    day: (day, n) => `${day}: ${n} ${n === '1' ? 'Download' : 'Downloads'}`,
  },
  columns: {
    date: 'Datum, Uhrzeit',
    event: 'Ereignis',
    status: 'Status',
    file: 'Datei',
    accessor: 'Person',
    location: 'Ort',
    ip: 'IP-Adresse',
  },
  anonymous: 'Anonymer Empfänger',
  browsers: {
    mobile: 'Mobilgerät',
    chrome: 'Chrome',
    firefox: 'Firefox',
    safari: 'Safari',
    unknown: 'Unbekannter Browser',
    device: 'Unbekanntes Gerät',
  },
};
