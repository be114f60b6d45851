import { advertisedSizes, capitalise, describeSize, weeksOfPro } from '../../lib/texts/figures.js';
import type { AppCatalogues } from '../catalogues.js';
import { count, days, dollars, shares } from './intl.js';

export const site: AppCatalogues['site'] = {
  skip: 'Zum Inhalt springen',
  menu: 'Website',
  how: 'So funktioniert es',
  pricing: 'Preise',
  questions: 'Fragen',
  action: 'Zur Übersicht',
  promise: 'Dateien gehen von Browser zu Browser. Wir speichern sie nie.',
  company: 'Unternehmen',
  terms: 'Nutzungsbedingungen',
  privacy: 'Datenschutzerklärung',
  support: 'Support',
  release: (id) => `Version ${id}`,
  signIn: 'Anmelden',
  language: 'Sprache',
  englishOnly: 'Diese Seite gibt es nur auf Englisch.',
  groups: { compare: 'Vergleichen', send: 'Senden', understand: 'Verstehen' },
  pages: {
    versus: (name) => `${name} und WeTransfer im Vergleich`,
    wetransferAlternative: 'Alternative zu WeTransfer',
    dropboxAlternative: 'Alternative zu Dropbox',
    gmail: 'Datei zu groß für Gmail',
    large: 'Große Dateien senden',
    tenGigabytes: 'Eine Datei mit 10 GB senden',
    video: 'Videos senden',
    p2p: 'Dateien von Gerät zu Gerät',
    hipaa: 'HIPAA und Dateiaustausch',
    trust: 'Was wir sehen können und was nicht',
  },
};

type Landing = AppCatalogues['marketing']['landingContent'];
type Facts = Parameters<Landing>[0];

const range = ({ min, max }: { min: number; max: number }): string =>
  min === max ? days(max) : `${min} bis ${days(max)}`;
const months = (n: number): string =>
  n >= 24 && n % 12 === 0 ? `${n / 12} Jahre` : count(n, { one: '# Monat', other: '# Monate' });
const perMonth = (n: number | null): string =>
  n === null ? 'unbegrenzt viele Freigaben' : shares(n);

const plans = (facts: Facts): ReturnType<Landing>['plans'] => [
  {
    name: 'Gratis',
    usd: 0,
    price: dollars(0),
    rhythm: 'ohne Zeitlimit',
    points: [
      `${capitalise(perMonth(facts.freeSharesPerMonth))} pro Monat`,
      `Links gelten ${range(facts.expiryDays.free)}`,
      `Bis zu ${advertisedSizes(facts).free} pro Übertragung`,
      'Passwort und Protokoll für jede Freigabe',
    ],
    action: 'Gratis beginnen',
    isMarked: false,
  },
  {
    name: 'Pro',
    usd: facts.prices.proWeeklyUsd,
    price: dollars(facts.prices.proWeeklyUsd),
    rhythm: 'pro Woche, jederzeit kündbar',
    points: [
      'Unbegrenzt viele Freigaben',
      `Links gelten ${range(facts.expiryDays.active)}`,
      `Bis zu ${advertisedSizes(facts).pro} pro Übertragung`,
      'Hilfebereich und Support innerhalb von 24 Stunden',
      'Neue Abonnements: Erstattung innerhalb von 14 Tagen',
    ],
    action: 'Mit Pro beginnen',
    isMarked: true,
  },
  {
    name: 'ProForever',
    usd: facts.prices.proForeverUsd,
    price: dollars(facts.prices.proForeverUsd),
    rhythm: `einmalig, etwa ${weeksOfPro(facts.prices)} Wochen Pro`,
    points: [
      'Alles aus Pro',
      `Links gelten ${range(facts.expiryDays.proforever)}`,
      'Keine Verlängerung, gültig, solange es den Dienst gibt',
    ],
    action: 'ProForever holen',
    isMarked: false,
  },
];

const saving =
  'Browser, die direkt auf den Datenträger speichern, etwa Chrome und Edge, schaffen die größten Dateien.';

const sizeAnswer = (facts: Facts): string => {
  const { free, active } = facts.maxFileBytes;
  if (!facts.hasPayments)
    return free === null
      ? `Die Übertragung hat keine eingebaute Grenze: Nur Speicherplatz und Zeit begrenzen Sie. ${saving}`
      : `Bis zu ${describeSize(free)} pro Datei. ${saving}`;
  const unlimited =
    free === null && active === null
      ? ' Die Übertragung hat keine eingebaute Grenze: Darüber hinaus begrenzen nur Speicherplatz und Zeit.'
      : '';
  return `Rechnen Sie in jedem aktuellen Browser mit ${advertisedSizes(facts).everywhere} pro Datei. Browser, die direkt auf den Datenträger speichern, etwa Chrome und Edge, schaffen ${advertisedSizes(facts).free} im Gratis-Tarif und ${advertisedSizes(facts).pro} mit Pro.${unlimited}`;
};

const wrongPasswords = ({ wrongPasswordLimit }: Facts): string =>
  wrongPasswordLimit > 0
    ? `nach ${wrongPasswordLimit} falschen Passwörtern aus mehreren Netzwerken innerhalb einer Stunde endet die Freigabe automatisch, und Sie können sie mit einem Klick neu starten`
    : 'jedes falsche Passwort verlangsamt den nächsten Versuch';

const landingContent: Landing = (facts) => ({
  title: `${facts.brand.name} – Dateien direkt von Browser zu Browser senden`,
  description:
    'Geben Sie eine Datei direkt von einem Browser an den anderen. Verschlüsselt unterwegs, nie auf einem Server gespeichert, mit Passwort und Protokoll für jede Freigabe.' +
    (facts.hasPayments ? ' Gratis beginnen.' : ''),
  how: {
    kind: 'steps',
    heading: 'So funktioniert es',
    steps: [
      {
        title: 'Datei wählen',
        text: 'Melden Sie sich an und wählen Sie eine Datei. Sie bleibt auf Ihrem Gerät; nichts wird hochgeladen.',
      },
      {
        title: 'Link und Passwort weitergeben',
        text: 'Sie erhalten beides in einer Sekunde. Senden Sie es dem Empfänger, am besten auf zwei Wegen.',
      },
      {
        title: 'Verbinden',
        text: 'Der Empfänger öffnet den Link, und die beiden Browser verbinden sich direkt.',
      },
      {
        title: 'Bei der Ankunft geprüft',
        text: 'Die Datei wird übertragen, gespeichert und auf beiden Seiten mit einer Prüfsumme geprüft.',
      },
    ],
  },
  faq: [
    { question: 'Wie groß darf eine Datei sein?', answer: sizeAnswer(facts) },
    {
      question: 'Welche Geräte und Browser funktionieren?',
      answer:
        'Aktuelle Versionen von Chrome, Edge, Firefox und Safari auf Computern, Tablets und Telefonen. Sie müssen nichts installieren, können die Seite aber als App installieren. Lassen Sie die Seite auf einem Telefon während einer Übertragung geöffnet und sichtbar.',
    },
    {
      question: 'Wie ist eine Übertragung geschützt?',
      answer: `Die Verbindung zwischen den beiden Browsern ist verschlüsselt, direkt oder über ein Relay. Jede Freigabe hat ein generiertes Passwort, und ${wrongPasswords(facts)}. Die Datei wird nie auf einem Server gespeichert, es gibt also keine Kopie zu stehlen. Mit einem geschützten Link erkennen beide Browser auch einen Server zwischen ihnen.`,
    },
    {
      question: 'Müssen beide online sein?',
      answer:
        'Ja, gleichzeitig, bis die Datei angekommen ist. Kein Server bewahrt eine Kopie für später auf. Verschiedene Zeitzonen? Vereinbaren Sie eine Zeit, oder verwenden Sie einen Dienst, der Dateien speichert.',
    },
    {
      question: 'Sehe ich, wer meine Datei heruntergeladen hat?',
      answer: `Ja. Empfänger geben vor dem Download einen Namen und eine E-Mail-Adresse ein. Ihr Protokoll hält sie mit Zeit, IP-Adresse und Ergebnis des Zugriffs fest. Es wird ${months(facts.auditRetentionMonths)} aufbewahrt, und Sie können es als CSV exportieren. Wir prüfen Namen und E-Mail-Adressen nicht.`,
    },
    {
      question: 'Was passiert, wenn die Verbindung abbricht?',
      answer:
        'Beide Browser verbinden sich automatisch neu, und die Übertragung geht nach dem letzten angekommenen Teil weiter. Gelingt das nicht, klicken Sie auf „Erneut versuchen“.',
    },
  ],
  plans: facts.hasPayments ? plans(facts) : [],
  action: facts.hasPayments ? 'Gratis beginnen' : 'Jetzt beginnen',
});

export const marketing: AppCatalogues['marketing'] = {
  marks: { yes: 'Ja', no: 'Nein', partly: 'Teilweise' },
  units: {
    speed: (megabits) => `${megabits} Mbit/s`,
    size: (gigabytes) => `${gigabytes} GB`,
    seconds: (n) => `${n} s`,
    minutes: (n) => `${n} min`,
    hours: (n) => `${n} h`,
  },
  operatingSystems: 'Alle mit einem aktuellen Browser',
  drawing: {
    caption:
      'Zeichnung: Die Datei geht in gerader Linie vom Browser des Absenders zum Browser des Empfängers. Ein Server darüber hilft nur beim Verbinden.',
    you: 'Ihr Browser',
    them: 'Der andere Browser',
    server: 'hilft beim Verbinden',
  },
  landing: {
    heading: ['Von Ihrem Bildschirm auf den anderen.', 'Ohne Umweg.'],
    lead: 'Sie sind beide online. Sparen Sie sich die Cloud und senden Sie direkt an den anderen Browser.',
    more: 'Mehr erfahren',
    preview: {
      heading: 'Was beide sehen',
      sender: {
        caption:
          'Ihre Übersicht: wer herunterlädt und wie viel schon auf dem anderen Datenträger ist.',
        alt: 'Die Übersicht eines Absenders: Grace Hopper lädt wedding-final-cut.mov über eine direkte Verbindung herunter, mit Fortschritt, Geschwindigkeit und Restzeit.',
      },
      recipient: {
        caption: 'Die Seite des Empfängers, in jedem aktuellen Browser.',
        alt: 'Die Seite des Empfängers auf einem Telefon: Dieselbe Datei von Ada Lovelace wird empfangen.',
      },
    },
    why: 'Warum direkt senden',
    time: {
      title: 'Einmal warten statt zweimal',
      text: 'Bei einem Upload-Dienst warten Sie auf den Upload, danach wartet der Empfänger auf den Download. Hier geschieht beides gleichzeitig.',
      ours: 'Senden und empfangen',
      up: 'Upload',
      down: 'Download',
    },
    empty: {
      title: 'Nichts, was durchsickern kann',
      text: 'Auf unseren Servern liegt keine Kopie, nicht einmal für eine Minute. Was nicht gespeichert ist, kann nicht durchsickern, verkauft oder herausverlangt werden.',
      figure: '0',
      unit: 'Byte Ihrer Datei auf unseren Datenträgern',
    },
    proof: {
      title: 'Sie wissen, wer sie hat',
      text: 'Ihr Protokoll zeigt Zugriffe und Downloads: den angegebenen Namen, die Zeit, die IP-Adresse und das Ergebnis. Prüfsummen belegen, dass die Kopie des Empfängers mit Ihrer identisch ist.',
      sender: 'Ihre',
      recipient: 'die andere',
      equal: 'identisch',
    },
    voices: 'Mit den Worten von Menschen wie Ihnen',
    questions: 'Häufige Fragen',
    pricing: 'Preise',
    pricingIntro: 'Wir zählen Freigaben, keine Bytes, denn wir speichern keine.',
    closing: 'Beide online? Dann senden.',
  },
  landingContent,
};
