import { weeksOfPro } from '../../lib/texts/figures.js';
import type { AppCatalogues } from '../catalogues.js';
import { days, daysDative, dollars, shares } from './intl.js';

type Policy = Parameters<AppCatalogues['settings']['planNotes']['free']>[0];

const validFor = ({ min, max }: { min: number; max: number }): string =>
  min === max ? days(max) : `${min} bis ${days(max)}`;

const freePlan = ({ freeSharesPerMonth, expiryDays }: Policy): string =>
  `${freeSharesPerMonth === null ? 'Unbegrenzt viele Freigaben' : shares(freeSharesPerMonth)} pro Monat, Links gelten ${validFor(expiryDays.free)}.`;

const unlimited = (max: number): string =>
  `Unbegrenzt viele Freigaben, Links gelten bis zu ${days(max)}`;

export const settings: AppCatalogues['settings'] = {
  title: 'Einstellungen',
  lead: 'Ihr Konto und Ihr Tarif.',
  account: 'Konto',
  email: 'E-Mail-Adresse',
  displayName: 'Anzeigename',
  notSet: 'Nicht angegeben',
  name: {
    change: 'Namen ändern',
    hint: 'Wird den Empfängern der Freigaben angezeigt, die Sie ab jetzt erstellen.',
    required: 'Bitte geben Sie einen Namen ein.',
    save: 'Namen speichern',
    cancel: 'Namen behalten',
    saved: { title: 'Name geändert', description: 'Neue Freigaben zeigen Ihren neuen Namen.' },
    failed: 'Der Name konnte nicht geändert werden. Bitte versuchen Sie es erneut.',
  },
  plan: 'Tarif',
  plans: { free: 'Gratis-Tarif', active: 'Pro-Tarif', proforever: 'ProForever' },
  planNotes: {
    free: freePlan,
    active: ({ expiryDays }) => `${unlimited(expiryDays.active.max)}, bevorzugter Support.`,
    proforever: ({ expiryDays }) =>
      `${unlimited(expiryDays.proforever.max)}, bevorzugter Support. Einmalige Zahlung.`,
  },
  givenPlanNotes: {
    free: freePlan,
    active: ({ expiryDays }) => `${unlimited(expiryDays.active.max)}.`,
    proforever: ({ expiryDays }) => `${unlimited(expiryDays.proforever.max)}.`,
  },
  askForPlan: (email) => `Sind die Limits zu niedrig? Schreiben Sie an ${email}.`,
  renews: (day) => `Bezahlt bis ${day}`,
  pastDue: {
    text: 'Die Zahlung für diese Woche ist fehlgeschlagen. Wir versuchen es erneut; schlägt sie weiterhin fehl, endet Pro.',
    pay: 'Mit einer anderen Karte bezahlen',
  },
  shares: 'Freigaben in diesem Monat',
  used: (used, limit) => `${used} / ${limit}`,
  upgrade: 'Jetzt wechseln',
  upgradeToForever: 'Zu ProForever wechseln',
  cancel: 'Abonnement kündigen',
  cancelling: 'Wird gekündigt …',
  dialog: {
    title: 'Abonnement kündigen?',
    text: (policy) =>
      `Ihr Konto wechselt sofort in den Gratis-Tarif: ${freePlan(policy)} Der laufende Zeitraum wird nicht erstattet.`,
    foreverText: (policy) =>
      `Ihr Konto wechselt sofort in den Gratis-Tarif: ${freePlan(policy)} Ihre einmalige Zahlung wird nicht erstattet, und ProForever muss neu gekauft werden.`,
    keep: 'Abonnement behalten',
    confirm: 'Ja, Abonnement kündigen',
  },
  cancelled: {
    title: 'Abonnement gekündigt',
    description: 'Ihr Abonnement wurde gekündigt. Sie sind jetzt im Gratis-Tarif.',
  },
  failed: {
    title: 'Kündigung fehlgeschlagen',
    fallback: 'Das Abonnement konnte nicht gekündigt werden. Bitte versuchen Sie es erneut.',
    signIn: 'Zum Kündigen des Abonnements müssen Sie angemeldet sein',
  },
  verification: {
    verified: 'E-Mail-Adresse bestätigt',
    unverified: 'E-Mail-Adresse nicht bestätigt',
    send: 'Bestätigungs-E-Mail senden',
    sent: {
      title: 'Bestätigungs-E-Mail gesendet',
      description: 'Bitte öffnen Sie den Link darin.',
    },
    failed: {
      title: 'Fehler',
      description: 'Die E-Mail konnte nicht gesendet werden. Bitte versuchen Sie es später erneut.',
    },
  },
  password: {
    title: 'Passwort',
    lead: 'Eine Änderung meldet alle anderen Browser ab.',
    current: 'Aktuelles Passwort',
    next: 'Neues Passwort',
    confirm: 'Neues Passwort bestätigen',
    hint: 'Mindestens 6 Zeichen',
    save: 'Passwort ändern',
    show: 'Passwort anzeigen',
    hide: 'Passwort verbergen',
    required: 'Bitte füllen Sie dieses Feld aus.',
    mismatch: 'Die Passwörter stimmen nicht überein. Bitte versuchen Sie es erneut.',
    tooShort: 'Das Passwort muss mindestens 6 Zeichen lang sein.',
    personal:
      'Ein Passwort darf weder Ihr Name noch Ihre E-Mail-Adresse noch ein Teil davon noch der Name dieses Produkts sein.',
    common: 'Dieses Passwort ist zu verbreitet. Bitte wählen Sie ein anderes.',
    wrong: 'Das Passwort ist falsch. Bitte versuchen Sie es erneut.',
    failed: 'Das Passwort konnte nicht geändert werden. Bitte versuchen Sie es erneut.',
    loadFailed: 'Ihre Anmeldeart konnte nicht geladen werden.',
    changed: {
      title: 'Passwort geändert',
      description: 'Sie wurden in allen anderen Browsern abgemeldet.',
    },
    signInAgain: 'Ihr Passwort wurde geändert. Bitte melden Sie sich erneut an.',
  },
  sessions: {
    title: 'Wo Sie angemeldet sind',
    lead: 'Eine Sitzung endet, wenn Sie sich abmelden oder sie einige Tage nicht nutzen.',
    device: (browser, system) => `${browser} auf ${system}`,
    unknownDevice: 'Unbekanntes Gerät',
    current: 'Dieser Browser',
    lastUsed: (time) => `Zuletzt genutzt ${time}`,
    since: (day) => `angemeldet am ${day}`,
    sameNetwork: 'im selben Netzwerk wie dieser Browser',
    otherNetwork: 'in einem anderen Netzwerk',
    end: 'Dort abmelden',
    endOf: (device) => `Dort abmelden: ${device}`,
    endOthers: 'Überall sonst abmelden',
    ended: 'Dort abgemeldet',
    othersEnded: 'Überall sonst abgemeldet',
    failed: { title: 'Fehler', fallback: 'Die Sitzung konnte nicht beendet werden.' },
    loadFailed: 'Ihre Sitzungen konnten nicht geladen werden.',
  },
  adminAccess: {
    title: 'Zugriffe von Administratoren',
    lead: 'Wann Administratoren Ihre Daten eingesehen oder geändert haben. Administratoren können keinen Eintrag entfernen.',
    none: 'Kein Administrator hat Ihre Daten eingesehen.',
    older: 'Ältere Einträge anzeigen',
    loadFailed: 'Die Einträge konnten nicht geladen werden.',
    actions: {
      'users-listed': 'Benutzer aufgelistet: Name, E-Mail-Adresse, Tarif und Nutzung',
      'top-users-viewed':
        'Benutzerstatistik eingesehen: Name, E-Mail-Adresse und Anzahl der Freigaben',
      'transfers-listed': 'Letzte Übertragungen aufgelistet: E-Mail-Adresse, Größe und Dauer',
      'record-viewed': 'Ihren Tarif und Ihre Nutzung eingesehen',
      'shares-viewed': 'Ihre Freigaben eingesehen, ohne Passwörter',
      'audit-log-viewed': 'Ihr Protokoll eingesehen',
      'audit-log-exported': 'Ihr Protokoll exportiert',
      'audit-log-verified': 'Ihr Protokoll geprüft',
      'admin-log-viewed': 'Das Protokoll der Verwaltung eingesehen',
      'plan-changed': 'Ihren Tarif geändert',
      'sessions-ended': 'Sie in allen Browsern abgemeldet',
      'account-deleted': 'Ihr Konto gelöscht',
      'admin-rights-granted': 'Sie wurden Administrator',
      'admin-rights-removed': 'Sie sind kein Administrator mehr',
      'second-factor-removed': 'Den zweiten Faktor Ihres Kontos entfernt',
    },
  },
  secondFactor: {
    title: 'Zweiter Faktor',
    lead: 'Nach Ihrem Passwort verlangt eine Anmeldung auch einen Code aus einer Authentifizierungs-App auf Ihrem Telefon oder Computer.',
    on: (day) => `Aktiv seit ${day}`,
    off: 'Aus',
    setUp: 'Einrichten',
    remove: 'Ausschalten',
    unverified: 'Bestätigen Sie zuerst Ihre E-Mail-Adresse.',
    scan: 'Scannen Sie diesen Code mit Ihrer Authentifizierungs-App.',
    codeLabel: 'QR-Code für die Authentifizierungs-App',
    type: 'Wenn Sie ihn nicht scannen können, geben Sie diesen Schlüssel ein:',
    label: 'Sechsstelliger Code der App',
    invalid: 'Bitte geben Sie die sechs Ziffern ein.',
    wrong: 'Dieser Code ist falsch oder abgelaufen. Bitte geben Sie den aktuellen ein.',
    confirm: 'Einschalten',
    cancel: 'Abbrechen',
    lost: 'Bewahren Sie den Schlüssel sicher auf: Ohne die App und den Schlüssel können Sie sich nicht anmelden, und nur der Betreiber kann helfen.',
    turnedOn: {
      title: 'Zweiter Faktor eingeschaltet',
      description: 'Ab jetzt braucht eine Anmeldung einen Code Ihrer App.',
    },
    turnedOff: {
      title: 'Zweiter Faktor ausgeschaltet',
      description: 'Ihr Passwort genügt wieder.',
    },
    expired:
      'Dieser Schlüssel ist abgelaufen. Richten Sie den zweiten Faktor erneut ein und scannen Sie den neuen Code.',
    failed: 'Der zweite Faktor konnte nicht geändert werden. Bitte versuchen Sie es erneut.',
    loadFailed: 'Ihr zweiter Faktor konnte nicht geladen werden.',
  },
  tooManyRequests: 'Zu viele Versuche. Bitte warten Sie einen Moment.',
  appearance: 'Darstellung',
  appearanceNote: 'Gilt für diesen Browser.',
  themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
  loadFailed: 'Ihr Tarif konnte nicht geladen werden.',
  danger: {
    title: 'Konto löschen',
    text: 'Löscht Ihr Konto, Ihre Freigaben, Ihr Protokoll und Ihren Tarif. Das lässt sich nicht rückgängig machen.',
    action: 'Konto löschen',
    dialogTitle: 'Ihr Konto endgültig löschen?',
    dialogText: (email) => `Geben Sie zur Bestätigung ${email} ein.`,
    field: 'Ihre E-Mail-Adresse',
    keep: 'Konto behalten',
    confirm: 'Alles löschen',
    done: { title: 'Konto gelöscht', description: 'Ihre Daten werden gelöscht.' },
    failed: {
      title: 'Löschen fehlgeschlagen',
      fallback: 'Das Konto konnte nicht gelöscht werden.',
    },
  },
};

export const billing: AppCatalogues['billing'] = {
  title: 'Tarif wechseln',
  heading: 'Unbegrenzt freigeben',
  lead: ({ expiryDays }) =>
    `Unbegrenzt viele Freigaben, Links mit einer Gültigkeit von bis zu ${daysDative(expiryDays.proforever.max)} und Support innerhalb von 24 Stunden.`,
  back: 'Zurück zur Übersicht',
  change: 'Tarif ändern',
  planPicker: 'Tarife',
  plans: {
    pro: {
      name: 'Pro',
      price: ({ prices }) => dollars(prices.proWeeklyUsd),
      per: '/Woche',
      note: () => 'Jederzeit kündbar',
      choose: 'Pro wählen',
      points: ({ expiryDays }) => [
        'Unbegrenzt viele Freigaben pro Monat',
        `Links gelten ${validFor(expiryDays.active)}`,
        'Hilfebereich und bevorzugter Support innerhalb von 24 Stunden',
        'Protokoll und Auswertungen',
      ],
    },
    proforever: {
      name: 'ProForever',
      price: ({ prices }) => dollars(prices.proForeverUsd),
      per: 'auf Dauer',
      note: ({ prices }) => `Einmal bezahlt. Rechnet sich nach etwa ${weeksOfPro(prices)} Wochen`,
      choose: 'ProForever wählen',
      points: ({ expiryDays }) => [
        'Alles aus Pro',
        `Links gelten ${validFor(expiryDays.proforever)}`,
        'Gültig, solange es den Dienst gibt',
        'Nie wieder verlängern',
      ],
    },
  },
  bestValue: 'Bestes Angebot',
  yours: 'Ihr Tarif',
  covered: 'In Ihrem Tarif enthalten',
  refund: 'Neue Pro-Abonnements können innerhalb von 14 Tagen erstattet werden.',
  payTitle: (plan) => `${plan} bezahlen`,
  included: 'Das ist enthalten',
  preparing: 'Zahlung wird vorbereitet …',
  pay: {
    pro: ({ prices }) => `${dollars(prices.proWeeklyUsd)} pro Woche zahlen`,
    proforever: ({ prices }) => `Einmalig ${dollars(prices.proForeverUsd)} zahlen`,
  },
  paying: 'Wird verarbeitet …',
  secure: 'Ihre Kartendaten gehen an den Zahlungsanbieter und nie an unsere Server.',
  loginRequired: {
    title: 'Anmeldung erforderlich',
    description: 'Bitte melden Sie sich an, um Pro zu abonnieren.',
  },
  initFailed: {
    title: 'Fehler',
    api: (status, body) => `API-Fehler: ${status} – ${body}`,
    fallback: 'Das Abonnement konnte nicht vorbereitet werden. Bitte versuchen Sie es erneut.',
  },
  planNotLoaded: 'Ihr Tarif konnte nicht geladen werden.',
  alreadySubscribed: {
    title: 'Schon abonniert',
    description: 'Sie haben bereits ein aktives Pro-Abonnement!',
  },
  paid: {
    title: 'Zahlung erfolgreich',
    description: (brand, plan) => `Willkommen bei ${brand} ${plan}!`,
  },
  paymentFailed: {
    title: 'Zahlung fehlgeschlagen',
    fallback: 'Die Zahlung konnte nicht abgeschlossen werden.',
    atBank:
      'Ihre Bank hat die Zahlung nicht bestätigt, und es wurde nichts abgebucht. Wählen Sie einen Tarif, um es erneut zu versuchen oder mit einer anderen Karte zu zahlen.',
  },
  local: {
    note: 'Testbetrieb: Es wird keine Karte belastet. Verwenden Sie 4242 4242 4242 4242 (erfolgreich), 4000 0000 0000 0002 (wird abgelehnt) oder 4000 0025 0000 3155 (verlangt eine Bestätigung).',
    number: 'Kartennummer',
    expiry: 'Gültig bis (MM/JJ)',
    expiryHint: 'MM/JJ',
    cvc: 'Prüfziffer',
    cvcHint: 'CVC',
    invalidNumber: 'Ihre Kartennummer ist unvollständig.',
    invalidExpiry: 'Das Ablaufdatum Ihrer Karte ist unvollständig.',
    invalidCvc: 'Die Prüfziffer Ihrer Karte ist unvollständig.',
    stepTitle: 'Ihre Bank verlangt eine Bestätigung',
    stepText: 'Im Echtbetrieb zeigt Ihre Bank hier ihre eigene Seite. Wählen Sie das Ergebnis:',
    approve: 'Bestätigen',
    refuse: 'Bestätigung scheitern lassen',
    refused: 'Ihre Zahlungsart konnte nicht bestätigt werden.',
  },
};

export const paymentPending: AppCatalogues['payment-pending'] = {
  title: 'Zahlung ausstehend',
  description:
    'Ihre Bank bearbeitet die Zahlung noch. Ihr Tarif wechselt, sobald sie abgeschlossen ist.',
};
