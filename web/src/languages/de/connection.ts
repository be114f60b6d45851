import type { RecipientCatalogues } from '../catalogues.js';
import { formats } from './intl.js';

const common = {
  line: 'Das Netzwerk zwischen Ihnen',
  relay: 'Das Relay oder das Netzwerk dorthin',
  devices: 'Die Prozessoren beider Geräte; das Netzwerk ist schneller',
};

export const connection: RecipientCatalogues['connection'] = {
  summary: 'Verbindungsdetails',
  summaryOf: (name) => `Verbindungsdetails von ${name}`,
  route: 'Weg',
  routes: {
    direct: 'Direkt, in Ihrem Netzwerk',
    stun: 'Direkt, über das Internet',
    turn: 'Über ein verschlüsseltes Relay',
    unknown: 'Noch nicht bekannt',
  },
  address: 'Adresse',
  proof: 'Schutz',
  proofs: {
    none: 'Einfacher Link: Nichts beweist, dass der Empfänger ihn hat',
    pending: 'Der Empfänger hat noch nicht nachgewiesen, dass er den Link hat',
    proven: 'Der Empfänger hat nachgewiesen, dass er den Link hat',
    waived: 'Nicht nachgewiesen; Sie haben es erlaubt',
  },
  roundTrip: 'Umlaufzeit',
  milliseconds: (ms) => (ms < 1 ? 'Unter 1 ms' : `${Math.round(ms)} ms`),
  loss: 'Paketverlust',
  lost: (share) => formats.formatPercent(share * 100),
  notMeasured: 'Noch nicht gemessen',
  noLoss: 'Nicht verfügbar. Browser melden ihn für diese Verbindung nicht.',
  lanes: 'Genutzte Verbindungen',
  limitedBy: 'Begrenzt durch',
  notKnown: 'Noch nicht bekannt',
  factors: {
    sender: {
      ...common,
      'sender-limit': 'Ihr Geschwindigkeitslimit',
      'recipient-limit': 'Das Geschwindigkeitslimit des Empfängers',
      'sender-disk': 'Ihr Datenträger: Die Datei wird langsamer gelesen als gesendet',
      'recipient-disk':
        'Der Datenträger des Empfängers: Er speichert langsamer, als die Datei ankommt',
      'sender-device': 'Der Prozessor dieses Geräts',
    },
    recipient: {
      ...common,
      'sender-limit': 'Das Geschwindigkeitslimit des Absenders',
      'recipient-limit': 'Ihr Geschwindigkeitslimit',
      'sender-disk': 'Der Datenträger des Absenders: Die Datei wird langsamer gelesen als gesendet',
      'recipient-disk': 'Ihr Datenträger: Er speichert langsamer, als die Datei ankommt',
      'sender-device': 'Der Prozessor des Absendergeräts',
    },
  },
  peerLimit: { sender: 'Das Limit des Empfängers', recipient: 'Das Limit des Absenders' },
  yielding: 'Lässt anderen Platz',
  speed: 'Geschwindigkeit in der letzten Minute',
  curve: (now, highest, lowest) => `Jetzt ${now}, Höchstwert ${highest}, Tiefstwert ${lowest}.`,
  noSpeed: '0 MB/s',
  limit: {
    summary: 'Geschwindigkeitslimit',
    send: 'Geschwindigkeitslimit beim Senden',
    receive: 'Geschwindigkeitslimit beim Empfangen',
    none: 'Kein Limit',
    yielding: 'Anderen Platz lassen',
    rate: 'Höchstens',
    unit: 'MB/s',
    unitLabel: 'Limit in Megabyte pro Sekunde',
    set: 'Übernehmen',
    invalid: (least) => `Geben Sie eine Zahl ab ${least} ein.`,
    saved: {
      none: 'Kein Limit.',
      yielding: 'Wird langsamer, während andere Programme oder Personen das Netzwerk nutzen.',
      rate: (speed) => `Höchstens ${speed}.`,
    },
    scope: {
      send: 'Gilt für alles, was diese Seite sendet, und bleibt auf diesem Gerät gespeichert.',
      receive: 'Gilt für das, was diese Seite empfängt, und bleibt auf diesem Gerät gespeichert.',
    },
    noEffect:
      'Der Absender verwendet ein älteres Programm. Ein Geschwindigkeitslimit auf dieser Seite hat keine Wirkung.',
  },
};

export const receipt: RecipientCatalogues['receipt'] = {
  title: 'Zustellbeleg',
  delivered: 'Zugestellt und geprüft',
  lead: 'Beide Browser haben diese Erklärung signiert, nachdem der Browser des Empfängers die Prüfsumme der ganzen Datei selbst berechnet hatte.',
  file: 'Datei',
  size: 'Größe',
  exactBytes: (bytes) => `${bytes} Byte`,
  digest: 'Prüfsumme',
  digestNote: (block) => `SHA-256 über die SHA-256 jedes Blocks von ${block}`,
  share: 'Freigabe',
  started: 'Beginn',
  completed: 'Ende',
  path: 'Weg',
  paths: {
    direct: 'Direkt zwischen den beiden Browsern',
    relayed: 'Über ein Relay, Ende zu Ende verschlüsselt',
    unknown: 'Nicht bekannt',
  },
  sender: 'Absender',
  recipient: 'Empfänger',
  bases: { 'signed-in': 'angemeldet', 'self-declared': 'laut Angabe dieser Person' },
  key: 'Schlüssel',
  log: 'Protokoll',
  logStates: {
    pending: 'Warten auf die Gegenzeichnung …',
    none: 'Nicht gegengezeichnet. Die Signaturen beider Browser gelten auch ohne.',
    signed: (position, size) =>
      `Gegengezeichnet: Eintrag ${position} von ${size} im signierten Protokoll`,
  },
  proves: 'Was dieser Beleg beweist',
  provesItems: [
    'Zwei Browser mit diesem geschützten Link waren ohne jemanden dazwischen verbunden, und beide haben signiert.',
    'Der Browser des Empfängers hatte die ganze Datei mit dieser Prüfsumme.',
  ],
  provesNot: 'Was er nicht beweist',
  provesNotItems: [
    'Wer die beiden Personen sind: Namen und E-Mail-Adressen sind die eigenen Angaben.',
    'Dass die Datei geöffnet, gelesen oder aufbewahrt wurde.',
    'Gegenüber Dritten: dass die Angaben stimmen. Jede Seite hätte beide Schlüssel erzeugen können. Das Protokoll zeichnet nur gegen, was sowohl vom Konto des Absenders als auch mit dem Zugang eines Empfängers eingereicht wurde. Der Empfänger allein kann einen gegengezeichneten Beleg also nicht fälschen; der Absender, der das Passwort kennt, kann es.',
  ],
  verify:
    'Die gespeicherte Datei lässt sich ohne Server prüfen. Sie nennt beide Personen: Behandeln Sie sie so vertraulich wie die Datei.',
  save: 'Als Datei speichern',
  print: 'Drucken',
  close: 'Schließen',
  filename: (name) => `Beleg-${name}.json`,
};
