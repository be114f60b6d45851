import type { RecipientCatalogues } from '../catalogues.js';
import { connection, receipt } from './connection.js';
import { failures } from './failures.js';
import { formats, transfers } from './intl.js';
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
  skip: 'Zum Inhalt springen',
  nav: {
    label: 'Hauptnavigation',
    dashboard: 'Übersicht',
    upgrade: 'Tarif wechseln',
    audit: 'Protokoll',
    settings: 'Einstellungen',
    help: 'Hilfe',
    admin: 'Admin',
    running: (count) => `${transfers(count)} im Gange`,
  },
  plan: { pro: 'Pro', free: 'Gratis' },
  logout: 'Abmelden',
  sessionEnded: {
    title: 'Sitzung beendet',
    description: 'Sie wurden abgemeldet. Bitte melden Sie sich erneut an.',
  },
  installed: {
    title: 'App installiert',
    description: 'Sie können sie jetzt wie jede andere App öffnen.',
  },
  theme: { label: 'Darstellung', light: 'Zu hell wechseln', dark: 'Zu dunkel wechseln' },
  notFound: {
    title: 'Seite nicht gefunden',
    text: 'Diese Seite gibt es nicht oder nicht mehr unter dieser Adresse.',
    home: 'Zur Startseite',
  },
  unreachable: {
    title: 'Der Server ist nicht erreichbar',
    signedIn: 'Sie sind weiterhin angemeldet.',
    text: 'Diese Seite lädt automatisch, sobald der Server wieder erreichbar ist.',
    retry: 'Erneut versuchen',
  },
  newTab: {
    title: 'Diese Seite in einem neuen Tab öffnen',
    text: 'Sie würde diese Seite ersetzen und die Übertragung der Dateien unterbrechen, die Sie von hier senden.',
    chosen: 'Sie würde diese Seite ersetzen, und Sie müssten Ihre Dateien noch einmal auswählen.',
    open: 'In neuem Tab öffnen',
    back: 'Zurück',
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
    loading: 'Wird geladen …',
    toasts: { area: 'Benachrichtigungen (F8)', close: 'Benachrichtigung schließen' },
    crash: {
      title: 'Etwas ist schiefgegangen',
      text: 'Diese Seite funktioniert nicht mehr. Ihre Freigaben sind sicher. Laden Sie die Seite neu.',
      reload: 'Neu laden',
    },
    partNotLoaded: {
      title: 'Diese Seite konnte nicht geladen werden',
      partTitle: 'Dieser Teil der Seite konnte nicht geladen werden',
      text: 'Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
      retry: 'Erneut versuchen',
      toast: {
        title: 'Konnte nicht geöffnet werden',
        description: 'Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
      },
    },
    runningTransfer:
      'Die Übertragung in diesem Tab läuft weiter; ein Neuladen würde sie unterbrechen.',
  },
  files: {
    andMore: (first, count) => `${first} und ${count} weitere`,
    altered: {
      title: 'Es wurde nichts gesendet',
      description: (shown, created) =>
        `Der Server zeigt für diese Freigabe „${shown}“, aber dieses Gerät hat sie für „${created}“ erstellt. Erstellen Sie eine neue Freigabe.`,
    },
    faultTitle: 'Fehler',
    faults: {
      empty: (name) => (name === '' ? 'Dieser Ordner ist leer.' : `„${name}“ ist leer.`),
      'too-many': (name) =>
        `„${name}“ enthält zu viele Dateien. Bitte packen Sie den Ordner vorher als ZIP.`,
      unreadable: (name) =>
        `„${name}“ kann nicht gelesen werden: Die Datei wurde geändert, verschoben oder gelöscht, oder der Zugriff wurde verweigert.`,
    },
  },
  general: {
    operator: {
      imprint: 'Impressum',
      status: 'Dienststatus',
      source: 'Quellcode',
      securityContact: 'Sicherheitskontakt',
    },
    unnamedUser: 'Benutzer',
    networkError:
      'Netzwerkfehler: Der Server ist nicht erreichbar. Bitte prüfen Sie Ihre Internetverbindung.',
    answeredByNetwork:
      'Netzwerkfehler: Statt des Servers hat dieses Netzwerk geantwortet. Melden Sie sich im Netzwerk an, oder verwenden Sie ein anderes.',
    connectionError: {
      title: 'Verbindungsfehler',
      description: 'Der Server ist nicht erreichbar. Bitte prüfen Sie Ihre Internetverbindung.',
    },
  },
  language: {
    label: 'Sprache',
    later: {
      title: 'Sprache gespeichert',
      description: 'Die Sprache wechselt, wenn Sie diese Seite das nächste Mal öffnen.',
    },
  },
  notices: {
    'sender-back': {
      title: 'Der Absender ist online',
      body: 'Öffnen Sie die Seite, um die Datei herunterzuladen.',
    },
    delivered: {
      title: 'Zustellung bestätigt',
      body: 'Ein Empfänger hat die ganze Datei erhalten.',
    },
  },
  'share-page': sharePage,
  'share-page-away': sharePageAway,
  'share-page-receiver': sharePageReceiver,
  'share-page-recipient': sharePageRecipient,
  'share-page-saving': sharePageSaving,
  'share-page-sender': sharePageSender,
};

export default catalogues;
