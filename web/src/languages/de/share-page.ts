import type { RecipientCatalogues } from '../catalogues.js';
import { count } from './intl.js';

const recipients = (n: number): string => count(n, { one: '# Empfänger', other: '# Empfänger' });

export const sharePage: RecipientCatalogues['share-page'] = {
  steps: {
    label: 'Schritte',
    password: 'Passwort',
    details: 'Angaben',
    download: 'Download',
    send: 'Senden',
  },
  password: {
    title: 'Datei mit Passwortschutz',
    intro: 'Geben Sie das Passwort des Absenders ein. Sie haben es nicht? Fragen Sie dort nach.',
    label: 'Passwort',
    show: 'Passwort anzeigen',
    hide: 'Passwort verbergen',
    submit: 'Datei öffnen',
    submitting: 'Wird geprüft …',
    own: 'Sie sind angemeldet. Wenn das Ihre eigene Freigabe ist, öffnet sich gleich die Seite zum Senden.',
    missing: {
      title: 'Passwort erforderlich',
      description: 'Bitte geben Sie das Passwort für diese Datei ein.',
    },
    deniedTitle: 'Zugriff verweigert',
    deniedFallback: 'Das Passwort ist falsch oder der Link ist abgelaufen.',
    offlineTitle: 'Verbindungsfehler',
  },
  damaged: {
    title: 'Dieser Link ist unvollständig',
    text: 'Öffnen Sie den ganzen Link aus der Nachricht des Absenders. Erscheint diese Seite wieder, bitten Sie den Absender um einen neuen Link.',
  },
  otherKey: {
    title: 'Das ist nicht der Link von vorher',
    text: 'Der Link einer Freigabe ändert sich nie, aber dieser Browser hat diese Freigabe schon mit einem anderen Link geöffnet. Öffnen Sie den Link aus der Nachricht des Absenders. Erscheint diese Seite wieder, machen Sie nicht weiter und bitten Sie den Absender um eine neue Freigabe.',
  },
  details: {
    title: 'Angaben für den Download',
    intro:
      'Der Absender sieht, wer die Datei erhalten hat. Ihr Name und Ihre E-Mail-Adresse erscheinen in seinem Protokoll.',
    name: 'Vollständiger Name',
    email: 'E-Mail-Adresse',
    submit: 'Weiter zum Download',
    missing: {
      title: 'Angaben erforderlich',
      description: 'Bitte geben Sie Ihren Namen und Ihre E-Mail-Adresse ein.',
    },
    badEmail: {
      title: 'Ungültige E-Mail-Adresse',
      description: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
    },
    received: {
      title: 'Angaben erhalten',
      description: 'Vielen Dank. Sie können die Datei jetzt herunterladen.',
    },
  },
  file: {
    unknownType: 'Unbekannt',
    size: 'Größe',
    type: 'Typ',
    from: (name) => `Von ${name}`,
  },
  progress: {
    label: 'Fortschritt der Übertragung',
    of: (done, total) => `${done} von ${total}`,
    left: (time) => `noch ${time}`,
    done: (percent) => `${percent} Prozent fertig`,
  },
  connection: {
    direct: 'Direkt über Ihr Netzwerk gesendet.',
    stun: 'Direkt über das Internet gesendet.',
    turn: 'Über ein verschlüsseltes Relay gesendet.',
    unknown: '',
  },
  common: {
    connectionError: 'Verbindungsfehler',
    failedToConnect: { title: 'Fehler', description: 'Verbindung fehlgeschlagen' },
    transferFailed: 'Übertragung fehlgeschlagen',
    reconnecting: (n, max) => ({
      title: 'Verbindung wird wiederhergestellt …',
      description: `Verbindungsversuch ${n} von ${max}`,
    }),
    authenticationError: {
      title: 'Fehler bei der Anmeldung',
      description: 'Ihre Anmeldung konnte nicht geprüft werden. Bitte melden Sie sich erneut an.',
    },
  },
  invitation: {
    title: 'Erstellen Sie ein Konto, um selbst Dateien zu senden',
    going: (isSold) =>
      `${isSold ? 'Es ist kostenlos. ' : ''}Sie werden zur Registrierung weitergeleitet …`,
    stayed: (isSold) =>
      `${isSold ? 'Es ist kostenlos. ' : ''}Ihr Name und Ihre E-Mail-Adresse sind schon eingetragen.`,
    stay: 'Auf dieser Seite bleiben',
    go: 'Konto erstellen',
  },
  page: {
    title: (brand) => `Datei empfangen – ${brand}`,
    senderTitle: (brand) => `Datei senden – ${brand}`,
    receiveTitle: 'Download',
    sendTitle: 'Diese Datei senden',
    viewReceipt: 'Beleg anzeigen',
    promise: 'Von Browser zu Browser. Nie auf einem Server gespeichert.',
    terms: 'Nutzungsbedingungen',
    privacy: 'Datenschutz',
  },
};

export const sharePageReceiver: RecipientCatalogues['share-page-receiver'] = {
  badges: {
    ready: 'Bereit',
    connecting: 'Verbindet',
    waiting: 'Wartet',
    receiving: 'Empfängt',
    saving: 'Speichert',
    paused: 'Pausiert',
    completed: 'Fertig',
    retrying: 'Neuer Versuch',
    error: 'Fehler',
  },
  ready: 'Bereit zum Herunterladen',
  connecting: 'Verbindung zum Absender wird hergestellt …',
  waiting: 'Verbunden. Der Absender hat noch nicht begonnen …',
  receiving: 'Datei wird empfangen …',
  stalled: (sender) => `Warten auf ${sender || 'den Absender'} …`,
  saving: 'Alles empfangen. Wird geprüft und gespeichert …',
  silent: {
    server: 'Der Server antwortet nicht. Prüfen Sie Ihr Netzwerk oder versuchen Sie es erneut.',
    sender:
      'Seit 15 Sekunden ist nichts mehr vom Absender angekommen. Der Download geht weiter, sobald der Absender wieder da ist. Sie können es auch erneut versuchen.',
    receiver: 'Dieses Gerät speichert noch, was angekommen ist. Danach geht der Download weiter.',
  },
  paused: 'Pausiert. Ihr Fortschritt ist gespeichert.',
  pausedOpen:
    'Pausiert. Lassen Sie diese Seite geöffnet; wenn Sie sie schließen, geht verloren, was schon angekommen ist.',
  failedOpen:
    'Lassen Sie diese Seite geöffnet; wenn Sie sie schließen oder neu laden, geht verloren, was schon angekommen ist.',
  pausedThere: (sender) =>
    `${sender || 'Der Absender'} hat pausiert. Der Download geht weiter, sobald dort fortgesetzt wird.`,
  awaitingApproval: (sender) => `Warten, bis ${sender || 'der Absender'} diesen Download erlaubt.`,
  pausedBoth: (sender) =>
    `Sie und ${sender || 'der Absender'} haben pausiert. Der Download geht weiter, sobald beide fortsetzen.`,
  completed: 'Übertragung abgeschlossen',
  retrying: (n, max) => `Verbindung wird wiederhergestellt … Versuch ${n} von ${max}`,
  failed: 'Verbindung fehlgeschlagen',
  unsaved: 'Angekommen, aber noch nicht gespeichert',
  download: 'Datei herunterladen',
  starting: 'Wird gestartet …',
  pause: 'Pause',
  resume: 'Fortsetzen',
  tryAgain: 'Erneut versuchen',
  otherPlace: 'Anderen Ort wählen',
  newPassword: 'Neues Passwort eingeben',
  passwordAgain: 'Passwort erneut eingeben',
  saveAgain: 'Erneut speichern',
  verified: 'Geprüft, identisch mit der Datei des Absenders',
  intact: 'Vollständig. Die Prüfsumme ist dieselbe, die die Gegenseite gesendet hat.',
  saved: (size) => `Auf diesem Gerät gespeichert (${size}).`,
  savedAs: (name, size) => `Auf diesem Gerät gespeichert als „${name}“ (${size}).`,
  offered: (size) =>
    `Vollständig (${size}). Ihr Browser speichert die Datei jetzt in den Downloads; erlauben Sie es, falls er fragt.`,
  notOffered:
    'Nicht da? Speichern Sie erneut oder öffnen Sie diesen Link in einem anderen Browser.',
  streamed: (size) =>
    `Vollständig (${size}). Ihr Browser speichert die Datei jetzt; wählen Sie einen Ort, falls er fragt.`,
  notStreamed:
    'Nicht da? Öffnen Sie diesen Link noch einmal und laden Sie die Datei erneut herunter.',
  clocksDiffer:
    'Es gibt keinen Beleg, weil die Uhren der beiden Geräte um mehr als zehn Minuten voneinander abweichen.',
  keepOpen: 'Lassen Sie diesen Tab geöffnet und sichtbar, bis der Download fertig ist.',
  wasHidden: 'Dieser Tab war im Hintergrund, wo Browser ihn verlangsamen. Lassen Sie ihn sichtbar.',
  you: 'Sie',
  other: 'Absender',
  toasts: {
    started: { title: 'Download gestartet', description: 'Warten auf den Absender.' },
    notCreated: 'Die Datei konnte dort nicht angelegt werden. Wählen Sie einen anderen Ort.',
    gone: {
      title: 'Datei nicht mehr vorhanden',
      description: 'Dieser Browser hat die Datei nicht mehr. Laden Sie sie erneut herunter.',
    },
    startFailed: {
      title: 'Download fehlgeschlagen',
      description: 'Der Download konnte nicht gestartet werden. Bitte versuchen Sie es erneut.',
    },
    connected: { title: 'Verbunden', description: 'Sie sind mit dem Absender verbunden.' },
    received: (name) => ({
      title: 'Datei empfangen',
      description: `${name} wurde auf diesem Gerät gespeichert.`,
    }),
    offered: (name) => `${name} ist vollständig. Ihr Browser speichert die Datei jetzt.`,
    theFile: 'Die Datei',
  },
};

export const sharePageSaving: RecipientCatalogues['share-page-saving'] = {
  insideApp:
    'Diese Seite ist in einer anderen App geöffnet, die Dateien vielleicht nicht speichert. Öffnen Sie den Link stattdessen in einem Browser wie Chrome oder Safari.',
  notChosen:
    'Es wurde kein Speicherort gewählt. Falls Sie einen gewählt haben, kann dort nicht geschrieben werden; wählen Sie einen anderen. Falls kein Dialog erschien, öffnen Sie diesen Link in einem anderen Browser.',
  title: 'Vor dem Download',
  plan: {
    savedTo: 'Speicherort',
    chosenPlace: 'Frei wählbar. Die Datei dort bleibt leer, bis der Download vollständig ist.',
    downloads: 'Ihr Download-Ordner',
    spaceNeeded: 'Benötigter freier Speicherplatz',
    memoryNeeded: 'Benötigter Arbeitsspeicher',
    twice: (needed) => `${needed}, weil die Datei beim Speichern doppelt so viel Platz belegt`,
    twoPlaces: (there, here) => `${there} am Speicherort und ${here} im Speicher dieses Browsers`,
    afterReload: 'Nach dem Neuladen',
    continues: 'Der Download geht dort weiter, wo er aufgehört hat',
    startsAgain: 'Der Download beginnt von vorn',
    temporaryCopy: 'Temporäre Kopie',
    keptAfterwards:
      'Liegt in diesem Browser. Sie wird etwa eine Stunde, nachdem Sie den fertigen Download gesehen haben, gelöscht, oder wenn Sie diese Website danach öffnen.',
    keptUntilSaved: 'Liegt in diesem Browser, bis die Datei gespeichert ist.',
    unfinished: 'Ein unvollständiger Download wird eine Woche aufbewahrt.',
  },
  bothOnline: 'Der Download beginnt, sobald der Absender online ist.',
  check: {
    start: 'Verbindung prüfen',
    running: 'Verbindung wird geprüft …',
    direct: (roundTrip: string) =>
      `Der Absender ist online, und eine direkte Verbindung ist möglich${roundTrip}.`,
    relayed: (roundTrip: string) =>
      `Der Absender ist online. Die Netzwerke zwischen Ihnen lassen keine direkte Verbindung zu; die Datei geht deshalb über ein Relay${roundTrip}: verschlüsselt wie immer, aber oft langsamer. Ohne VPN oder in einem anderen Netzwerk ist eine direkte Verbindung vielleicht möglich.`,
    connected: (roundTrip: string) =>
      `Der Absender ist online, und eine Verbindung ist möglich${roundTrip}.`,
    roundTrip: (milliseconds: string) => ` (Umlaufzeit ${milliseconds})`,
    absent:
      'Der Absender ist gerade nicht online. Bitten Sie ihn, die Freigabe zu öffnen und die Seite geöffnet zu lassen.',
    silent:
      'Der Absender ist online, aber seine Seite antwortet gerade nicht. Versuchen Sie es in einer Minute erneut.',
    unreachable:
      'Der Absender ist online, aber die Netzwerke zwischen Ihnen blockieren die Verbindung. Schalten Sie ein VPN aus oder versuchen Sie es in einem anderen Netzwerk, etwa über den Hotspot eines Telefons.',
    failed:
      'Die Verbindung konnte nicht geprüft werden. Prüfen Sie Ihre eigene Verbindung und versuchen Sie es erneut.',
  },
  protectedLink:
    'Geschützter Link: Es wird nichts empfangen, bevor der Absender nachgewiesen hat, dass der Link von ihm stammt.',
  linkEnd: (end) =>
    `Der geöffnete Link endet auf …${end}. Endet der Link in der Nachricht des Absenders anders, machen Sie nicht weiter.`,
  plainLink:
    'Einfacher Link: Die Verbindung ist verschlüsselt, aber nichts beweist, wer am anderen Ende ist. Bitten Sie den Absender um einen geschützten Link, wenn das wichtig ist.',
  unfinished: (here, size) =>
    `${here} von ${size} sind schon heruntergeladen. Geben Sie das Passwort ein, um fortzufahren.`,
  arrived: (here, size) =>
    `${here} von ${size} sind schon heruntergeladen. Der Download geht dort weiter.`,
  allArrived: (size) =>
    `Die ganze Datei (${size}) ist schon auf diesem Gerät. Sie wird mit der des Absenders verglichen und gespeichert; nichts wird erneut gesendet.`,
  shortage: (size, free) =>
    `Diese Datei hat ${size}, aber dieser Browser kann nur ${free} speichern. Schaffen Sie Platz auf diesem Gerät oder verwenden Sie einen Browser, in dem Sie den Speicherort wählen können.`,
  remedies: [
    'In Chrome und Edge auf einem Computer können Sie jeden Datenträger wählen.',
    'Ein privates Fenster kann weniger speichern als ein normales.',
    'Löschen Sie in den Einstellungen dieses Browsers Daten von Websites, die Sie nicht brauchen.',
  ],
};

export const sharePageSender: RecipientCatalogues['share-page-sender'] = {
  badges: {
    idle: 'Bereit',
    connecting: 'Verbindet',
    waiting: 'Wartet',
    sending: 'Sendet',
    completed: 'Fertig',
    error: 'Fehler',
    retrying: 'Neuer Versuch',
  },
  idle: 'Wählen Sie die Datei, um mit dem Senden zu beginnen',
  connecting: 'Verbindung zum Signalisierungsserver wird hergestellt',
  question: {
    badge: 'Wartet auf Sie',
    status: 'Ein Empfänger wartet auf Ihre Entscheidung.',
  },
  alone: 'Warten, bis der Empfänger den Link öffnet …',
  connected: (n) => `${recipients(n)} verbunden`,
  sendingOne: 'Datei wird gesendet …',
  sendingMany: (n) => `Wird an ${recipients(n)} gesendet`,
  completed: 'Die Datei wurde erfolgreich übertragen!',
  retrying: (n, max) => `Verbindung wird wiederhergestellt … ${n} von ${max}`,
  failed: 'Verbindung fehlgeschlagen',
  choose: 'Datei wählen',
  chooseFolder: 'Ordner wählen',
  reading: 'Wird gelesen …',
  intro:
    'Das ist Ihre Freigabe. Wählen Sie die Datei und lassen Sie diesen Tab geöffnet, bis die Übertragung abgeschlossen ist.',
  mismatch: (chosen, expected) =>
    `Sie haben „${chosen}“ gewählt, aber diese Freigabe wurde für „${expected}“ erstellt.`,
  sentAs: (filename) => `Sie wird als „${filename}“ gesendet.`,
  otherSize:
    'Ihre Größe ist eine andere, darum würden Empfänger sie ablehnen. Erstellen Sie für diese Datei eine neue Freigabe.',
  useAnyway: 'Trotzdem senden',
  chooseOther: 'Andere Datei wählen',
  packing: (n) =>
    count(n, {
      one: '# Datei wird als ZIP gepackt …',
      other: '# Dateien werden als ZIP gepackt …',
    }),
  packingLabel: 'Fortschritt beim Packen',
  cancelPacking: 'Abbrechen',
  drop: 'Sie können die Dateien und Ordner auch hier ablegen.',
  takeOver: 'Wenn Sie hier senden, endet das Senden in dem anderen Tab.',
  sendHere: 'Von diesem Tab senden',
  unproven: {
    question: (name) => `${name} kann nicht nachweisen, Ihren Link zu haben. Trotzdem senden?`,
    name: 'Der Name ist nicht geprüft: Jeder kann ihn angegeben haben.',
    refuse: 'Nicht senden',
    allow: 'Trotzdem senden',
  },
  protectedLink:
    'Geschützter Link: Empfänger müssen nachweisen, dass sie ihn haben, bevor etwas gesendet wird.',
  plainLink:
    'Dieses Gerät kann den geschützten Link dieser Freigabe nicht erzeugen. Daher beweist nichts, wer die Datei erhält. Senden Sie mit dem Gerät und Browser, mit denen Sie die Freigabe erstellt haben, oder erstellen Sie hier eine neue Freigabe.',
  linkEnd: (end) =>
    `Der Link, mit dem diese Seite geöffnet wurde, endet auf …${end}. Endet der Link, den Sie weitergegeben haben, anders, senden Sie nicht von hier.`,
  otherKey:
    'Diese Seite wurde mit einem Link geöffnet, den dieses Gerät nicht für diese Freigabe erzeugt hat. Er wird nicht verwendet. Geben Sie nur den Link weiter, den Sie hier kopieren.',
  unverified:
    'Gesendet. Das Gerät des Empfängers hat nicht nachgewiesen, dass es die ganze Datei hat.',
  dashboard: 'Zur Übersicht',
  restart: 'Eine beendete Freigabe können Sie in der Übersicht neu starten.',
  reset: 'Verbindung zurücksetzen',
  copyLink: 'Link kopieren',
  link: 'Link zum Weitergeben',
  recipients: 'Empfänger',
  recipient: (n) => `Empfänger ${n}`,
  keepOpen: 'Lassen Sie diesen Tab geöffnet, bis die Übertragung abgeschlossen ist.',
  you: 'Sie',
  other: 'Empfänger',
  toasts: {
    recipient: { title: 'Empfänger verbunden', description: 'Ein Empfänger ist verbunden.' },
    ready: {
      title: 'Bereit zum Senden',
      description: 'Die Übertragung beginnt, sobald ein Empfänger verbunden ist.',
    },
    complete: {
      title: 'Übertragung abgeschlossen',
      description: 'Die Datei wurde erfolgreich übertragen!',
    },
    failedToStart: {
      title: 'Start fehlgeschlagen',
      description: 'Die Datei konnte nicht geöffnet werden.',
    },
    copied: { title: 'Link kopiert', description: 'Der Link ist in der Zwischenablage.' },
    copyFailed: {
      title: 'Kopieren fehlgeschlagen',
      description:
        'Der Link konnte nicht kopiert werden. Markieren Sie ihn unter der Schaltfläche und kopieren Sie ihn von Hand.',
    },
  },
};

export const sharePageRecipient: RecipientCatalogues['share-page-recipient'] = {
  person: (name, email) => `${name} (${email})`,
  pausedThere: 'Vom Empfänger pausiert',
  stalled: 'Warten auf das Gerät des Empfängers',
  wants: (name) => `${name} möchte diese Datei herunterladen.`,
  since: (time) => `Beigetreten um ${time} Uhr.`,
  approve: 'Erlauben',
  decline: 'Ablehnen',
  declined: 'Abgelehnt',
};

export const sharePageAway: RecipientCatalogues['share-page-away'] = {
  stillAlone:
    'Der Absender ist noch nicht online. Lassen Sie diese Seite geöffnet; der Download beginnt, sobald der Absender seine Seite öffnet.',
  notOnline: 'Der Absender ist noch nicht online.',
  left: (here, missing) =>
    `Der Absender ist offline gegangen. ${here} sind angekommen, ${missing} fehlen noch. Der Download geht weiter, sobald der Absender zurück ist.`,
  leftOpen: (here, missing) =>
    `Der Absender ist offline gegangen. ${here} sind angekommen, ${missing} fehlen noch. Lassen Sie diese Seite geöffnet; wenn Sie sie schließen, geht verloren, was schon angekommen ist. Der Download geht weiter, sobald der Absender zurück ist.`,
  tellMe: 'Benachrichtigen, wenn der Absender online ist',
  stop: 'Nicht benachrichtigen',
  reach: {
    page: 'Lassen Sie diesen Tab geöffnet. Sein Titel zeigt einen Punkt, wenn der Absender online ist.',
    notification:
      'Lassen Sie diesen Tab geöffnet. Sie erhalten eine Benachrichtigung, wenn der Absender online ist.',
    push: 'Sie erhalten eine Benachrichtigung, wenn der Absender online ist, auch wenn Sie diesen Tab schließen.',
  },
  pushOpen:
    'Sie erhalten eine Benachrichtigung, wenn der Absender zurück ist. Lassen Sie diesen Tab geöffnet; wenn Sie ihn schließen, geht verloren, was schon angekommen ist.',
  openAgain: 'Öffnen Sie nach dem Schließen den Link aus der Nachricht des Absenders erneut.',
  back: (sender) => `${sender || 'Der Absender'} ist online.`,
  notice: {
    title: 'Der Absender ist online',
    body: 'Lassen Sie die Seite geöffnet, um die Datei herunterzuladen.',
  },
};
