import { capitalise } from '../../lib/texts/figures.js';
import type { AppCatalogues } from '../catalogues.js';
import { shares } from './intl.js';

export const auth: AppCatalogues['auth'] = {
  title: 'Willkommen zurück',
  titleSignUp: 'Konto erstellen',
  lead: 'Machen Sie dort weiter, wo Sie aufgehört haben.',
  leadSignUp: ({ freeSharesPerMonth }) =>
    `Senden Sie Ihre erste Datei in einer Minute. ${capitalise(freeSharesPerMonth === null ? 'unbegrenzt viele Freigaben' : shares(freeSharesPerMonth))} pro Monat sind kostenlos.`,
  leadSignUpWithoutPayments: 'Senden Sie Ihre erste Datei in einer Minute.',
  panelTitle: 'Zwei Menschen, eine Leitung, nichts dazwischen.',
  panelPoints: [
    'Dateien gehen aus Ihrem Browser direkt in den anderen',
    'Jede Freigabe hat ein eigenes Passwort',
    'Sie sehen, wer sie wann geöffnet hat',
  ],
  signInTab: 'Anmelden',
  signUpTab: 'Registrieren',
  email: 'E-Mail-Adresse',
  emailPlaceholder: 'sie@example.com',
  password: 'Passwort',
  displayName: 'Anzeigename (optional)',
  displayNamePlaceholder: 'Ihr Name, wie Empfänger ihn sehen',
  confirmPassword: 'Passwort bestätigen',
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
  signIn: 'Anmelden',
  signingIn: 'Anmeldung läuft …',
  signUp: 'Konto erstellen',
  signingUp: 'Konto wird erstellt …',
  or: 'oder',
  googleSignIn: 'Mit Google anmelden',
  googleSignUp: 'Mit Google registrieren',
  agreement: 'Wenn Sie fortfahren, stimmen Sie unseren ',
  terms: 'Nutzungsbedingungen',
  and: ' und unserer ',
  privacy: 'Datenschutzerklärung',
  agreementEnd: ' zu.',
  passwordHint: 'Mindestens 6 Zeichen',
  required: 'Bitte füllen Sie dieses Feld aus.',
  mismatch: {
    title: 'Passwörter verschieden',
    message: 'Die Passwörter stimmen nicht überein. Bitte versuchen Sie es erneut.',
  },
  common: {
    title: 'Häufiges Passwort',
    message: 'Dieses Passwort ist zu verbreitet. Bitte wählen Sie ein anderes.',
  },
  forgotLink: 'Passwort vergessen?',
  forgot: {
    title: 'Passwort zurücksetzen',
    lead: 'Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
    send: 'Link senden',
    sent: 'Wenn es ein Konto mit dieser E-Mail-Adresse gibt, ist ein Link zum Wählen eines neuen Passworts unterwegs. Bitte sehen Sie in Ihrem Posteingang nach.',
    back: 'Zurück zur Anmeldung',
    failed: 'Der Link konnte nicht gesendet werden. Bitte versuchen Sie es erneut.',
  },
  link: {
    titles: {
      resetPassword: 'Neues Passwort wählen',
      verifyEmail: 'E-Mail-Adresse bestätigen',
      recoverEmail: 'Adressänderung rückgängig machen',
      revertSecondFactorAddition: 'Zweiten Faktor entfernen',
      unknown: 'Link aus einer E-Mail',
    },
    account: (email) => `Für ${email}. Sie werden in allen Browsern abgemeldet.`,
    password: 'Neues Passwort',
    save: 'Passwort speichern',
    changed: 'Ihr Passwort wurde geändert. Melden Sie sich mit dem neuen an.',
    verified: 'Ihre E-Mail-Adresse ist bestätigt.',
    invalid:
      'Dieser Link wurde schon verwendet oder ist abgelaufen. Bitte fordern Sie einen neuen an.',
    failed: 'Der Link konnte nicht verwendet werden. Bitte versuchen Sie es erneut.',
    undo: {
      recoverEmail: {
        lead: 'Die E-Mail-Adresse Ihres Kontos wurde geändert. Wenn Sie das nicht waren, machen Sie die Änderung rückgängig: Ihr Konto erhält wieder die Adresse, an die dieser Link ging.',
        button: 'Änderung rückgängig machen',
        done: 'Ihr Konto hat wieder die frühere E-Mail-Adresse. Wenn Sie sie nicht selbst geändert haben, wählen Sie jetzt ein neues Passwort: „Passwort vergessen?“ auf der Anmeldeseite.',
      },
      revertSecondFactorAddition: {
        lead: 'Zu Ihrem Konto wurde ein zweiter Faktor hinzugefügt: Jede Anmeldung braucht einen Code aus einer Authentifizierungs-App. Wenn Sie das nicht waren, entfernen Sie ihn.',
        button: 'Zweiten Faktor entfernen',
        done: 'Der zweite Faktor wurde entfernt. Wenn Sie ihn nicht selbst hinzugefügt haben, wählen Sie jetzt ein neues Passwort: „Passwort vergessen?“ auf der Anmeldeseite.',
      },
    },
    unknown: 'Dieser Link kann hier nicht verwendet werden.',
    toSignIn: 'Zur Anmeldung',
    toDashboard: 'Zur Übersicht',
  },
  weak: {
    title: 'Schwaches Passwort',
    message: 'Das Passwort muss mindestens 6 Zeichen lang sein.',
  },
  personal: {
    title: 'Anderes Passwort wählen',
    message:
      'Ein Passwort darf weder Ihr Name noch Ihre E-Mail-Adresse noch ein Teil davon noch der Name dieses Produkts sein.',
  },
  welcome: { title: 'Willkommen!', message: 'Sie sind mit Google angemeldet.' },
  welcomeBack: { title: 'Willkommen zurück!', message: 'Sie haben sich erfolgreich angemeldet.' },
  created: {
    title: 'Konto erstellt!',
    message: 'Ihr Konto ist bereit. Geben Sie Ihre erste Datei frei.',
  },
  signInFailed: 'Anmeldung fehlgeschlagen',
  signUpFailed: 'Registrierung fehlgeschlagen',
  googleFailed: 'Fehler bei der Anmeldung',
  confirmation: {
    title: 'Bestätigen Sie, dass Sie es sind',
    text: 'Geben Sie Ihr Passwort ein, um fortzufahren. Ihre Eingaben bleiben erhalten.',
    withoutPassword:
      'Dieser Schritt braucht eine frische Anmeldung, und Ihr Konto hat kein Passwort. Melden Sie sich ab, melden Sie sich mit Google wieder an und wiederholen Sie den Schritt innerhalb von 15 Minuten.',
    confirm: 'Bestätigen',
    signOut: 'Abmelden',
    cancel: 'Abbrechen',
  },
  code: {
    title: 'Code eingeben',
    text: 'Ihr Konto ist durch einen zweiten Faktor geschützt. Öffnen Sie Ihre Authentifizierungs-App und geben Sie deren Code für dieses Konto ein.',
    label: 'Sechsstelliger Code',
    invalid: 'Bitte geben Sie die sechs Ziffern ein.',
    wrong: 'Dieser Code ist falsch oder abgelaufen. Bitte geben Sie den aktuellen ein.',
    changed:
      'Ihr Passwort ist geändert. Um hier angemeldet zu bleiben, warten Sie auf den nächsten Code Ihrer App und geben Sie ihn ein.',
    lost: (email) =>
      `Kein Zugriff auf die App? Geben Sie den aufbewahrten Schlüssel in eine andere App ein oder schreiben Sie an ${email}.`,
    confirm: 'Weiter',
  },
  errors: {
    signInExpired: 'Ihre Anmeldung ist abgelaufen. Bitte melden Sie sich erneut an.',
    tooManyRequests: 'Zu viele Versuche. Bitte warten Sie einen Moment.',
    cookiesBlocked:
      'Dieser Browser blockiert Cookies und Daten dieser Website. Erlauben Sie sie, und versuchen Sie es dann erneut.',
    storageFull:
      'Dieser Browser kann Ihre Anmeldung nicht speichern: Sein Speicher ist voll oder abgeschaltet. Schaffen Sie Platz auf diesem Gerät, oder erlauben Sie dieser Website, Daten zu speichern, und laden Sie die Seite dann neu.',
    emailInUse:
      'Es gibt schon ein Konto mit dieser E-Mail-Adresse. Versuchen Sie stattdessen, sich anzumelden.',
    weakPassword: 'Das Passwort sollte mindestens 6 Zeichen lang sein.',
    invalidEmail: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
    signUpOther: 'Das Konto konnte nicht erstellt werden. Bitte versuchen Sie es erneut.',
    createdOnly: 'Ihr Konto wurde erstellt. Bitte melden Sie sich an.',
    userNotFound: 'Zu dieser E-Mail-Adresse gibt es kein Konto.',
    wrongPassword: 'Das Passwort ist falsch. Bitte versuchen Sie es erneut.',
    userDisabled: 'Dieses Konto wurde gesperrt.',
    signInOther: 'Die Anmeldung ist fehlgeschlagen. Bitte prüfen Sie Ihre Angaben.',
    signInUnknown: 'Die Anmeldung ist fehlgeschlagen. Bitte versuchen Sie es erneut.',
    popupClosed: 'Die Anmeldung wurde abgebrochen. Bitte versuchen Sie es erneut.',
    popupBlocked:
      'Ihr Browser hat das Fenster blockiert. Bitte erlauben Sie Pop-ups und versuchen Sie es erneut.',
    googleOther: 'Die Anmeldung mit Google ist fehlgeschlagen. Bitte versuchen Sie es erneut.',
  },
};

export const expiredSession: AppCatalogues['expired-session'] = {
  banner:
    'Ihre Anmeldung ist abgelaufen. Laufende Übertragungen gehen weiter. Melden Sie sich bald wieder an, damit Zustellungen bestätigt werden können.',
  title: 'Erneut anmelden',
  text: 'Ihre Anmeldung ist abgelaufen. Laufende Übertragungen gehen weiter. Geben Sie Ihr Passwort ein, um fortzufahren.',
  withoutPassword:
    'Ihre Anmeldung ist abgelaufen. Laufende Übertragungen gehen weiter. Melden Sie sich in einem anderen Tab erneut mit Google an; diese Seite macht dann von selbst weiter.',
  elsewhere:
    'Melden Sie sich mit Google an? Dann tun Sie es in einem anderen Tab; diese Seite macht danach von selbst weiter.',
  open: 'Anmeldung öffnen',
};
