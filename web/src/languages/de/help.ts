import { capitalise, describeSize } from '../../lib/texts/figures.js';
import type { AppCatalogues } from '../catalogues.js';
import { days, daysDative } from './intl.js';

type Policy = Parameters<AppCatalogues['help']['faq']>[0];

const sizes = ({ maxFileBytes: { free, active, proforever } }: Policy): string => {
  if (free === null && active === null && proforever === null)
    return 'Wir werben mit Dateien bis 5 GB, im Gratis-Tarif bis 2 GB. Die App setzt keine Grenze: Dateien';
  const limit = (bytes: number | null): string =>
    bytes === null ? 'ohne Grenze' : `bis zu ${describeSize(bytes)}`;
  return `${capitalise(limit(free))} im Gratis-Tarif, ${limit(active)} mit Pro und ${limit(proforever)} mit ProForever. Dateien`;
};

const givenSizes = ({ maxFileBytes: { free } }: Policy): string =>
  free === null
    ? 'Die App setzt keine Grenze: Dateien'
    : `Bis zu ${describeSize(free)}, falls Ihr Konto von einem Administrator keinen anderen Tarif erhalten hat. Dateien`;

const range = ({ min, max }: { min: number; max: number }): string =>
  min === max ? days(max) : `${min} bis ${days(max)}`;

const soldLifetimes = ({ expiryDays: { free, active, proforever } }: Policy): string =>
  `${range(free)} im Gratis-Tarif. Mit Pro wählen Sie ${range(active)}, mit ProForever ${range(proforever)}, bevor Sie die Freigabe erstellen.`;

const givenLifetimes = ({ expiryDays: { free } }: Policy): string =>
  free.min === free.max
    ? `${days(free.max)}.`
    : `Sie wählen ${free.min} bis ${daysDative(free.max)}, bevor Sie die Freigabe erstellen.`;

export const help: AppCatalogues['help'] = {
  title: 'Hilfe',
  lead: 'Häufige Fragen, und wie Sie uns erreichen.',
  video: 'Videoanleitung ansehen',
  videoNote: 'Eine Datei freigeben, in einer halben Minute.',
  stepsTitle: 'Die Anleitung in Worten',
  steps: [
    'Wählen Sie in der Übersicht eine Datei. Sie bleibt auf Ihrem Gerät.',
    'Klicken Sie auf „Create Share“ („Freigabe erstellen“), und senden Sie dem Empfänger Link und Passwort.',
    'Der Empfänger öffnet den Link und gibt das Passwort ein.',
    'Er gibt Namen und E-Mail-Adresse an und startet den Download.',
    'Die Datei geht direkt aus Ihrem Browser in den anderen. Sie sehen, wer sie empfängt und wie weit sie ist.',
    'Bei der Ankunft prüft der Browser des Empfängers, dass die Kopie mit Ihrer Datei identisch ist.',
    'Auch Sie sehen das Ergebnis, und beide können einen Beleg speichern.',
  ],
  faqTitle: 'Häufige Fragen',
  contactTitle: 'Noch eine Frage?',
  contactText:
    'Bezahlte Tarife haben bevorzugten Support: Wir antworten innerhalb von 24 Stunden. Nennen Sie uns Ihren Browser, die ungefähre Dateigröße und was passiert ist. Senden Sie uns nie das Passwort einer Freigabe.',
  contactTextWithoutPayments:
    'Nennen Sie uns Ihren Browser, die ungefähre Dateigröße und was passiert ist. Senden Sie uns nie das Passwort einer Freigabe.',
  contactAction: (email) => `E-Mail an ${email}`,
  faq: (policy, hasPayments) => [
    {
      question: 'Wie gebe ich eine Datei frei?',
      answer:
        'Wählen Sie die Datei in der Übersicht und klicken Sie auf „Freigabe erstellen“. Senden Sie dem Empfänger Link und Passwort, bei vertraulichen Dateien auf zwei verschiedenen Wegen. Lassen Sie Ihren Tab geöffnet: Die Übertragung beginnt, wenn der Empfänger den Download startet, und Sie sehen den Fortschritt.',
    },
    {
      question: 'Müssen beide online sein?',
      answer:
        'Ja. Die Datei geht direkt aus Ihrem Browser in den anderen und wird nie auf einem Server gespeichert. Daher müssen beide online sein, bis sie angekommen ist. Bricht die Verbindung ab, wartet die Übertragung und geht automatisch dort weiter, wo sie aufgehört hat.',
    },
    {
      question: 'Wie groß darf eine Datei sein?',
      answer: `${hasPayments ? sizes(policy) : givenSizes(policy)} werden in kleinen Blöcken von Datenträger zu Datenträger übertragen. In der Praxis begrenzen daher der freie Speicherplatz des Empfängers und Ihre Upload-Geschwindigkeit. Ein Gigabyte dauert bei 10 Mbit/s etwa 15 Minuten.`,
    },
    {
      question: 'Wie lange funktioniert ein Link?',
      answer: `${hasPayments ? soldLifetimes(policy) : givenLifetimes(policy)} Sie können einen Link jederzeit beenden und bis zu seinem Ablauf neu starten.`,
    },
    {
      question: 'Wer kann meine Freigabe öffnen?',
      answer:
        'Nur wer den Link und sein Passwort hat. Jede Freigabe hat ein eigenes Passwort; es wird generiert, wenn Sie keines wählen. Falsche Passwörter verlangsamen weitere Versuche. Mehrere aus verschiedenen Netzwerken innerhalb einer Stunde können den Link beenden; Sie können ihn unter „Letzte Freigaben“ neu starten. Empfänger geben einen Namen und eine E-Mail-Adresse ein, die Sie in Ihrem Protokoll finden.',
    },
    {
      question: 'Die Übertragung beginnt nicht. Was kann ich tun?',
      answer:
        'Prüfen Sie, ob beide Tabs geöffnet und sichtbar sind; Telefone halten Tabs im Hintergrund an. Laden Sie dann die Seite neu, schalten Sie Ihr VPN aus oder versuchen Sie ein anderes Netzwerk: Manche Firmen-Firewalls blockieren direkte Verbindungen. Gibt es ein Relay, leitet es die Daten weiter, weiterhin von Browser zu Browser verschlüsselt.',
    },
    {
      question: 'Wie halte ich Telefon oder Laptop wach?',
      answer:
        'Telefone, die es unterstützen, zeigen in der Übersicht den Schalter „Bildschirm anlassen“. Schließen Sie am Computer das Netzteil an und schalten Sie bei großen Übertragungen den Ruhezustand aus. Auch die installierte App hilft, weil Browser installierte Apps seltener anhalten.',
    },
    hasPayments
      ? {
          question: 'Wie kündige ich meinen Tarif?',
          answer: `In den Einstellungen mit „Abonnement kündigen“. Sie wechseln sofort in den Gratis-Tarif, und der laufende Zeitraum wird nicht erstattet. Neue Pro-Abonnements können innerhalb von 14 Tagen erstattet werden. ${
            policy.canCancelProForever
              ? 'ProForever verlängert sich nicht; eine Kündigung beendet Ihren Tarif ohne Erstattung.'
              : 'ProForever wird einmal bezahlt und kann nicht gekündigt werden.'
          }`,
        }
      : {
          question: 'Was tun, wenn meine Limits zu niedrig sind?',
          answer:
            'Schreiben Sie an die Adresse unten. Ein Administrator kann Ihrem Konto einen anderen Tarif geben.',
        },
  ],
};
