import { refusalsIn } from '../intl/refusals.js';

export const refusals = refusalsIn({
  accessDenied: 'Das Passwort ist falsch oder der Link ist abgelaufen.',
  accountDeleted: 'Dieses Konto wurde gelöscht.',
  accountDisabled: 'Dieses Konto wurde gesperrt.',
  auditDamaged: 'Das Protokoll stimmt nicht mit dem überein, was es signiert hat.',
  busy: 'Der Dienst ist gerade ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
  createAgain: 'Bitte erstellen Sie eine neue Freigabe.',
  detailsMissing: 'Bitte geben Sie Ihren Namen und Ihre E-Mail-Adresse ein.',
  downloadLimit: 'Diese Freigabe wurde schon öfter heruntergeladen.',
  expiry: 'Ihr Tarif erlaubt diese Laufzeit nicht.',
  fileTooLarge: 'Die Datei ist größer, als Ihr Tarif erlaubt.',
  invalidEmail: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
  noNotices: 'Diese Seite sendet keine Benachrichtigungen.',
  noSubscription: 'Es gibt kein Abonnement, das gekündigt werden kann.',
  notAllowed: 'Dazu haben Sie keine Berechtigung.',
  notConfirmed: 'Das Protokoll enthält keine Zustellung, die beide Seiten bestätigt haben.',
  notFound: 'Hier wurde nichts gefunden.',
  otherAccount:
    'In diesem Browser ist inzwischen ein anderes Konto angemeldet, deshalb wurde nichts unternommen. Laden Sie die Seite neu.',
  passwordChanged:
    'Das Passwort dieser Freigabe wurde geändert. Empfänger brauchen zum Fortfahren das neue Passwort.',
  passwordMissing: 'Bitte geben Sie das Passwort ein.',
  paymentProcessing:
    'Ihre Bank bearbeitet die Zahlung noch. Ihr Tarif wechselt, sobald sie abgeschlossen ist.',
  paymentsOff: 'Zahlungen sind derzeit nicht möglich.',
  planChanged:
    'Der Tarif hat sich inzwischen geändert, deshalb wurde nichts unternommen. Bitte prüfen Sie ihn und versuchen Sie es erneut.',
  planStays: 'ProForever wird einmal bezahlt und kann nicht gekündigt werden.',
  recentSignIn: 'Bitte bestätigen Sie Ihr Passwort und versuchen Sie es erneut.',
  rejected:
    'Der Server hat die Anfrage nicht angenommen. Laden Sie die Seite neu und versuchen Sie es erneut.',
  replaced: 'Diese Freigabe wird in einem anderen Tab oder auf einem anderen Gerät gesendet.',
  roomFull: 'Zu viele Personen sind mit dieser Freigabe verbunden.',
  sessionOver: 'Diese Sitzung ist bereits beendet.',
  shareEnded: 'Diese Freigabe wurde beendet oder gelöscht oder ist abgelaufen.',
  shareExpired: 'Diese Freigabe ist abgelaufen.',
  shareGone: 'Diese Freigabe gibt es nicht mehr.',
  shareLimit: 'Sie haben das monatliche Limit für Freigaben erreicht.',
  shareRuns: 'Diese Freigabe ist noch nicht abgelaufen.',
  signedOut: 'Sie sind nicht mehr angemeldet. Bitte melden Sie sich erneut an.',
  tooMany: 'Zu viele Versuche. Bitte warten Sie kurz und versuchen Sie es dann erneut.',
  tooManyNotices: 'Zu viele Browser warten auf eine Benachrichtigung zu dieser Freigabe.',
  unexpected: 'Etwas ist schiefgegangen. Bitte versuchen Sie es erneut.',
  unknownPush: 'Der Benachrichtigungsdienst dieses Browsers wird nicht unterstützt.',
  userGone: 'Dieses Konto gibt es nicht.',
  weakPassword: 'Das Passwort ist zu leicht zu erraten. Wählen Sie ein längeres.',
});
