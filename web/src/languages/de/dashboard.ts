import type { AppCatalogues } from '../catalogues.js';
import { count, days, daysDative, downloads, files, shares } from './intl.js';

export const dashboard: AppCatalogues['dashboard'] = {
  title: 'Übersicht',
  welcome: (name) => `Willkommen, ${name}`,
  tagline: 'Dateien sicher teilen, von Gerät zu Gerät: direkt aus Ihrem Browser in den anderen.',
  usage: {
    title: 'Nutzung in diesem Monat',
    shares: 'Freigaben',
    unlimited: 'Unbegrenzt',
    used: (used, limit) => `${used} / ${limit}`,
    usedLabel: (used, limit) => `${used} von ${shares(limit)} in diesem Monat genutzt`,
    active: 'Aktive Freigaben',
    expired: 'Abgelaufene Freigaben',
    resets: 'Beginnt am Ersten des Monats neu (UTC)',
  },
  upload: {
    title: 'Datei über WebRTC freigeben',
    lead: 'Wählen Sie eine Datei, senden Sie Link und Passwort, und bleiben Sie online, bis sie angekommen ist.',
    drop: 'Datei hier ablegen oder auswählen',
    choose: 'Wählen Sie eine Datei',
    noLimit: 'Jede Datei, mehrere Dateien oder ein Ordner. Nichts wird hochgeladen.',
    select: 'Datei wählen',
    selectFolder: 'Ordner wählen',
    create: (n) => (n > 1 ? `${shares(n)} erstellen` : 'Freigabe erstellen'),
    tryAgain: 'Erneut versuchen',
    reloadNote: 'Wählen Sie Ihre Dateien nach dem Neuladen erneut aus.',
    upgrade: 'Zu Pro wechseln',
    reading: 'Ordner wird gelesen …',
    packing: (n) =>
      count(n, {
        one: '# Datei wird als ZIP gepackt …',
        other: '# Dateien werden als ZIP gepackt …',
      }),
    renamed: (n) =>
      count(n, {
        one: '# Datei heißt im ZIP anders, weil Windows ihren Namen nicht speichern kann.',
        other: '# Dateien heißen im ZIP anders, weil Windows ihre Namen nicht speichern kann.',
      }),
    sharing: {
      label: 'Wie sollen diese Dateien freigegeben werden?',
      one: 'Ein Link für alle, als ZIP',
      each: 'Ein Link für jede Datei',
    },
    creatingOf: (share, total) => `Freigabe ${share} von ${total}`,
    files,
    packingLabel: 'Fortschritt beim Packen',
    cancelPacking: 'Abbrechen',
    unreadable: 'Die Auswahl konnte nicht gelesen werden. Bitte wählen Sie noch einmal.',
    remove: (name) => `${name} entfernen`,
    expiry: 'Link gültig für',
    note: 'Nachricht an den Empfänger (optional)',
    asksFirst: 'Vor jedem Download fragen',
    more: 'Weitere Optionen',
    label: 'Name (nur für Sie sichtbar)',
    password: 'Eigenes Passwort',
    passwordHint:
      'Leer lassen, um eins zu generieren. Groß- und Kleinschreibung spielt keine Rolle.',
    passwordRefusals: {
      'too-short':
        'Verwenden Sie mindestens 12 Zeichen; Leerzeichen und Bindestriche zählen nicht.',
      'too-long': 'Verwenden Sie höchstens 64 Zeichen.',
      'too-simple': 'Dieses Passwort ist zu leicht zu erraten.',
      'like-file-name': 'Das Passwort darf nicht Teil des Dateinamens sein.',
    },
    limit: 'Nach so vielen Downloads beenden',
    unlimited: 'Kein Limit',
    days: (n) => count(n, { one: 'Tag', other: 'Tage' }),
    states: {
      creating: 'Freigabe wird erstellt …',
      created: 'Warten auf den Empfänger',
      error: 'Fehler',
      limit_reached: 'Limit erreicht',
    },
    fewerLeft: (left, excess) =>
      `Sie können diesen Monat noch ${shares(left)} erstellen. Entfernen Sie ${files(excess)} oder wählen Sie einen Link für alle.`,
    orUpgrade: 'Oder wechseln Sie zu Pro für unbegrenzt viele Freigaben.',
    limitTextWithoutPayments: (email) =>
      `Sie haben Ihr monatliches Limit erreicht. Es beginnt am Ersten des Monats neu. Für ein höheres Limit schreiben Sie an ${email}.`,
    limitText:
      'Sie haben Ihr monatliches Limit erreicht. Wechseln Sie zu Pro für unbegrenzt viele Freigaben.',
  },
  live: {
    title: 'Wird gerade gesendet',
    states: {
      connecting: 'Warten auf den Empfänger',
      asking: 'Wartet auf Sie',
      sharing: 'Sendet',
      completed: 'Abgeschlossen',
      error: 'Fehler',
      retrying: 'Verbindet neu',
    },
    waitingText:
      'Lassen Sie diesen Tab geöffnet, und achten Sie darauf, dass das Gerät nicht in den Ruhezustand wechselt. Die Übertragung beginnt, wenn der Empfänger den Download startet.',
    waitingSeveralText:
      'Lassen Sie diesen Tab geöffnet, und achten Sie darauf, dass das Gerät nicht in den Ruhezustand wechselt. Jede wartende Übertragung beginnt, wenn ihr Empfänger den Download startet.',
    ongoingText: 'Lassen Sie diesen Tab geöffnet, bis die Übertragung abgeschlossen ist.',
    ongoingSeveralText:
      'Lassen Sie diesen Tab geöffnet, bis alle Übertragungen abgeschlossen sind.',
    askingText: 'Ein Empfänger wartet auf Ihre Entscheidung.',
    completedText: 'Die Datei wurde erfolgreich übertragen!',
    retryingText: (n, max) => `Verbindung wird wiederhergestellt … (${n}/${max})`,
    another: 'Weitere Datei freigeben',
    tryAgain: 'Erneut versuchen',
    restart: 'Neu starten',
    dismiss: 'Ausblenden',
    end: 'Senden beenden',
    pause: 'Pause',
    resume: 'Fortsetzen',
    recipient: {
      name: (index) => `Empfänger ${index}`,
      person: (name, email) => `${name} (${email})`,
      bases: {
        'signed-in': 'Angemeldet, laut Browser dieser Person',
        'self-declared': 'Laut Angabe dieser Person',
      },
      progress: (name) => `Fortschritt von ${name}`,
      pausedThere: 'Vom Empfänger pausiert',
      wants: (name) => `${name} möchte diese Datei herunterladen.`,
      approve: 'Erlauben',
      decline: 'Ablehnen',
      declined: 'Abgelehnt',
      end: 'Beenden',
      ended: 'Beendet',
      endFor: (name) => `Übertragung an ${name} beenden`,
      stalled: 'Warten auf das Gerät des Empfängers',
      verified: 'Geprüft, identisch mit Ihrer Datei',
      intact: 'Vollständig, mit passender Prüfsumme',
      unverified:
        'Gesendet. Das Gerät des Empfängers hat nicht nachgewiesen, dass es die ganze Datei hat',
      viewReceipt: 'Beleg anzeigen',
      unproven: (name) => `${name} kann nicht nachweisen, Ihren Link zu haben. Trotzdem senden?`,
      unverifiedName: 'Der Name ist nicht geprüft: Jeder kann ihn angegeben haben.',
      since: (time) => `Beigetreten um ${time} Uhr.`,
      refuse: 'Nicht senden',
      allow: 'Trotzdem senden',
      sent: (done, total) => `${done} von ${total}`,
      stored: (bytes) => `${bytes} auf dem Gerät des Empfängers`,
      eta: (time) => `noch ${time}`,
      routes: {
        direct: 'Direkte Verbindung',
        stun: 'Direkt über das Internet',
        turn: 'Über ein verschlüsseltes Relay',
        unknown: '',
      },
      states: {
        connecting: 'Verbindet',
        waiting: 'Beginnt',
        sending: 'Sendet',
        paused: 'Pausiert',
        completed: 'Empfangen',
        retrying: 'Verbindet neu',
        error: 'Fehlgeschlagen',
      },
    },
  },
  stopQuestion: {
    title: 'Senden beenden?',
    one: (name, filename, percent) =>
      `${name || 'Ein Empfänger'} hat ${percent} von „${filename}“ erhalten. Beim Beenden wird die Übertragung unterbrochen.`,
    several: (n) =>
      count(n, {
        one: 'Beim Beenden wird # Übertragung unterbrochen.',
        other: 'Beim Beenden werden # Übertragungen unterbrochen.',
      }),
    elsewhere:
      'Ein anderer Tab dieses Browsers sendet. Beim Beenden werden seine Übertragungen unterbrochen.',
    stop: 'Senden beenden',
    keep: 'Weiter senden',
  },
  logoutQuestion: {
    title: 'Abmelden und Senden beenden?',
    one: (name, filename, percent) =>
      `${name || 'Ein Empfänger'} hat ${percent} von „${filename}“ erhalten. Beim Abmelden wird die Übertragung unterbrochen.`,
    several: (n) =>
      count(n, {
        one: 'Beim Abmelden wird # Übertragung unterbrochen.',
        other: 'Beim Abmelden werden # Übertragungen unterbrochen.',
      }),
    elsewhere:
      'Ein anderer Tab dieses Browsers sendet. Beim Abmelden werden seine Übertragungen unterbrochen.',
    stop: 'Abmelden und Senden beenden',
    keep: 'Weiter senden',
  },
  interrupted: {
    title: 'Senden fortsetzen?',
    lead: 'Diese Seite wurde neu geladen und sendet diese Dateien nicht mehr. Empfänger, die schon begonnen hatten, machen dort weiter, wo sie aufgehört haben. Falls ein anderes Gerät gerade eine davon sendet, hört es damit auf.',
    resume: 'Senden fortsetzen',
    choose: 'Dieselbe Datei noch einmal wählen',
    chooseFolder: 'Denselben Ordner noch einmal wählen',
    drop: 'Dieselben Dateien auf der Seite der Freigabe noch einmal ablegen',
    dismiss: 'Ausblenden',
  },
  takeOver: {
    title: 'Von diesem Browser senden?',
    text: 'Falls ein anderes Gerät diese Datei gerade sendet, hört es damit auf.',
    send: 'Von hier senden',
    cancel: 'Abbrechen',
  },
  recent: {
    title: 'Letzte Freigaben',
    loading: 'Freigaben werden geladen …',
    empty: 'Noch keine Freigaben. Wählen Sie Ihre erste Datei, um zu beginnen!',
    failed: 'Ihre Freigaben konnten nicht geladen werden.',
    status: { active: 'Aktiv', stopped: 'Beendet', expired: 'Abgelaufen' },
    daysLeft: (n) => `noch ${days(n)}`,
    elsewhere: 'Läuft in einem anderen Tab',
    notSent: 'Wird nicht von diesem Browser gesendet',
    chooseFile: 'Datei wählen',
    chooseFolder: 'Ordner wählen',
    drop: 'Dateien ablegen',
    resumeSending: 'Senden fortsetzen',
    downloads,
    downloadsOf: (n, limit) => `${n} von ${downloads(limit)}`,
    created: (day) => `erstellt am ${day}`,
    limit: {
      reached: 'Beendet: Download-Limit erreicht',
      raised: 'Beendet: zum Zulassen weiterer Downloads neu starten',
    },
    copyLink: (name) => `Link von ${name} kopieren`,
    stop: (name) => `${name} beenden`,
    restart: (name) => `${name} neu starten`,
    remove: (name) => `${name} löschen`,
    options: (name) => `Details von ${name}`,
    send: (name) => `Datei wählen, um ${name} zu senden`,
    sendFolder: (name) => `Ordner wählen, um ${name} zu senden`,
    sendDropped: (name) => `Auf der Seite der Freigabe Dateien ablegen, um ${name} zu senden`,
    resume: (name) => `Senden von ${name} fortsetzen`,
    cannotResume: {
      title: 'Bitte wählen Sie die Datei noch einmal',
      changed: (name) =>
        `„${name}“ hat sich seit der Freigabe geändert. Erstellen Sie eine neue Freigabe, um die aktuelle Fassung zu senden.`,
      unreadable: (name) =>
        `Der Browser kann „${name}“ nicht mehr lesen: Die Datei wurde verschoben oder gelöscht, oder der Zugriff wurde verweigert.`,
    },
    live: 'Läuft',
    more: (n) => `${n} weitere anzeigen`,
    search: 'Freigaben suchen',
    searchPlaceholder: 'Dateiname',
    filter: 'Anzeigen',
    allStatuses: 'Alle Freigaben',
    sortBy: 'Sortieren nach',
    select: 'Auswählen',
    selectShare: (name) => `${name} auswählen`,
    sortings: { created: 'Neueste zuerst', name: 'Name', expires: 'Läuft zuerst ab' },
    count: (n, shown) => (n === 1 ? '1 Freigabe' : `${shown} Freigaben`),
    noMatch: 'Keine passenden Freigaben.',
    pages: 'Seiten mit Freigaben',
    shown: (from, to, total) => `${from}–${to} von ${total} Freigaben`,
    guessed: (networks = []) =>
      networks.length === 0
        ? 'Nach mehreren falschen Passwörtern beendet'
        : `Nach mehreren falschen Passwörtern aus ${networks.join(', ')} beendet`,
    otherFile: {
      title: 'Nicht dieselbe Datei',
      description: (chosen, shared) =>
        `Sie haben „${chosen}“ gewählt, aber diese Freigabe wurde für „${shared}“ erstellt.`,
    },
    linkCopied: { title: 'Link kopiert', description: 'Der Link ist in der Zwischenablage.' },
  },
  bulk: {
    title: 'Ausgewählte Freigaben',
    selected: (n) => `${n} ausgewählt`,
    all: 'Alle auswählen',
    stop: (n) => (n === 0 ? 'Beenden' : `${n} beenden`),
    remove: (n) => (n === 0 ? 'Löschen' : `${n} löschen`),
    copy: 'Links als CSV kopieren',
    done: 'Fertig',
    columns: ['Name', 'Datei', 'Link', 'Läuft ab'],
    copied: (n) => ({
      title: 'Kopiert',
      description: `${count(n, { one: '# Link', other: '# Links' })} als CSV kopiert, ohne Passwörter.`,
    }),
    copyFailed: 'Die Links konnten nicht kopiert werden.',
    stopped: (n) => ({ title: 'Freigaben beendet', description: `${shares(n)} beendet.` }),
    deleted: (n) => ({ title: 'Freigaben gelöscht', description: `${shares(n)} gelöscht.` }),
    failed: (failed, n, reason) => ({
      title: 'Fehler',
      description: `${failed} von ${shares(n)} fehlgeschlagen: ${reason}`,
    }),
    fallback: 'Bitte versuchen Sie es erneut.',
    question: {
      stop: (n) => `${shares(n)} beenden?`,
      stopText: 'Laufende Downloads dieser Freigaben werden abgebrochen.',
      remove: (n) => `${shares(n)} löschen?`,
      removeText: 'Das lässt sich nicht rückgängig machen.',
      keep: 'Abbrechen',
    },
  },
  edit: {
    open: 'Diese Freigabe ändern',
    title: 'Diese Freigabe ändern',
    label: 'Name (nur für Sie sichtbar)',
    note: 'Nachricht an den Empfänger',
    password: 'Neues Passwort',
    passwordHint:
      'Leer lassen, um das Passwort zu behalten. Ein neues Passwort beendet laufende Downloads; Empfänger geben es ein, um fortzufahren.',
    expiry: 'Läuft ab in',
    days: (n) => count(n, { one: 'Tag', other: 'Tagen' }),
    save: 'Änderungen speichern',
    cancel: 'Unverändert lassen',
    discardQuestion: {
      title: 'Änderungen verwerfen?',
      discard: 'Verwerfen',
      keep: 'Weiter bearbeiten',
    },
    saved: {
      title: 'Gespeichert',
      description: 'Die Freigabe wurde geändert.',
      stopped:
        'Die Freigabe wurde geändert. Sie ist weiterhin beendet: Starten Sie sie neu, um Downloads zuzulassen.',
    },
    failed: { title: 'Fehler', fallback: 'Die Freigabe konnte nicht geändert werden.' },
  },
  modal: {
    title: (name) => `Datei freigeben: ${name}`,
    link: 'Link zum Weitergeben',
    password: 'Passwort',
    protectedLink:
      'Geschützter Link: Er enthält einen Schlüssel, den unsere Server nie erhalten. Empfänger müssen nachweisen, dass sie ihn haben.',
    plainLink:
      'Dieses Gerät kann den geschützten Link dieser Freigabe nicht erzeugen. Mit dem einfachen Link beweist nichts, wer die Datei erhält. Verwenden Sie das Gerät und den Browser, mit denen Sie die Freigabe erstellt haben, oder erstellen Sie hier eine neue Freigabe.',
    copyLink: 'Link kopieren',
    copyPassword: 'Passwort kopieren',
    expires: (n) => `Läuft in ${daysDative(n)} ab`,
    expired: (date) => `Abgelaufen am ${date}`,
    cancel: 'Abbrechen',
    copyAndClose: 'Kopieren & schließen',
    hint: 'Senden Sie bei vertraulichen Dateien das Passwort getrennt, zum Beispiel telefonisch.',
    details: ({ filename, link, password, expires }) =>
      [`Datei: ${filename}`, `Link: ${link}`, `Passwort: ${password}`, `Läuft ab: ${expires}`].join(
        '\n',
      ),
    copied: { title: 'Kopiert', description: 'Die Angaben sind in der Zwischenablage.' },
    passwordCopied: {
      title: 'Passwort kopiert',
      description: 'Das Passwort ist in der Zwischenablage.',
    },
    copyFailed: {
      title: 'Kopieren fehlgeschlagen',
      link: 'Der Link konnte nicht kopiert werden. Markieren und kopieren Sie ihn von Hand.',
      password: 'Das Passwort konnte nicht kopiert werden. Markieren und kopieren Sie es von Hand.',
      details: 'Die Angaben konnten nicht kopiert werden. Markieren und kopieren Sie sie von Hand.',
    },
  },
  ways: {
    showCode: 'QR-Code anzeigen',
    hideCode: 'QR-Code ausblenden',
    codeLabel: 'QR-Code des Links',
    codeHint: 'Scannen Sie ihn, um den Link zu öffnen. Das Passwort ist nicht enthalten.',
    sendLink: 'Link senden …',
    failed: {
      title: 'Fehler',
      description: 'Der Link konnte nicht weitergegeben werden. Kopieren Sie ihn stattdessen.',
    },
  },
  actions: {
    stopped: { title: 'Freigabe beendet', description: 'Der Link funktioniert nicht mehr.' },
    restarted: {
      title: 'Freigabe neu gestartet',
      description: 'Der Link funktioniert wieder. Wählen Sie die Datei, um sie zu senden.',
    },
    restartedSending: 'Der Link funktioniert wieder, und dieser Tab sendet die Datei.',
    deleted: { title: 'Freigabe gelöscht', description: 'Die Freigabe wurde entfernt.' },
    stopFailed: 'Freigabe konnte nicht beendet werden',
    restartFailed: 'Freigabe konnte nicht neu gestartet werden',
    deleteFailed: 'Freigabe konnte nicht gelöscht werden',
    fallback: 'Ein Fehler ist aufgetreten',
    signInToStop: 'Zum Beenden einer Freigabe müssen Sie angemeldet sein',
    signInToRestart: 'Zum Neustarten einer Freigabe müssen Sie angemeldet sein',
    authentication: 'Fehler bei der Anmeldung. Bitte melden Sie sich erneut an.',
  },
  created: (n) =>
    n === 1
      ? {
          title: 'Freigabe erstellt',
          description: 'Ihr Link ist bereit. Sie finden ihn unter „Letzte Freigaben“.',
        }
      : {
          title: 'Freigaben erstellt',
          description: `${n} Links sind bereit. Sie finden sie unter „Letzte Freigaben“.`,
        },
  createdShares: {
    title: (n) => `${shares(n)} erstellt`,
    shortfall: (n, total, reason) =>
      `${n} von ${shares(total)} erstellt. Der Rest konnte nicht erstellt werden: ${reason}`,
    link: (name) => `Link von ${name}`,
    copyPassword: (name) => `Passwort von ${name} kopieren`,
    close: 'Schließen',
    copyLinks: 'Links als CSV kopieren',
    copyAll: 'Alles kopieren & schließen',
  },
  createFailed: {
    title: 'Fehler',
    fallback: 'Die Freigabe konnte nicht erstellt werden',
    known:
      'Der Server hat eine bereits vorhandene Freigabe zurückgegeben. Bitte versuchen Sie es erneut.',
  },
  limit: { title: 'Limit erreicht' },
  notices: {
    connectionError: (name) => `${name} – Verbindungsfehler`,
    transferFailed: (name) => `${name} – Übertragung fehlgeschlagen`,
    reconnecting: (name) => `${name} – verbindet neu`,
    reconnectingAttempt: (n, max) => `Verbindung wird wiederhergestellt … (${n}/${max})`,
    peerConnected: {
      title: 'Gegenseite verbunden',
      description: 'Ein Empfänger hat Ihren Link geöffnet.',
    },
    question: {
      wants: (name, filename) => `${name} möchte ${filename} herunterladen`,
      unproven: (name, filename) =>
        `${name} kann nicht nachweisen, Ihren Link zu ${filename} zu haben`,
      description: 'Vor Ihrer Entscheidung wird nichts gesendet.',
      decide: 'Entscheiden',
    },
    channelReady: { title: 'Kanal bereit', description: 'Die Datei ist unterwegs.' },
    complete: {
      title: 'Übertragung abgeschlossen',
      description: 'Die Datei wurde erfolgreich übertragen!',
    },
  },
  deliveryNotices: {
    label: 'Bei bestätigter Zustellung benachrichtigen',
    title: 'Zustellung bestätigt',
    body: (name) => `${name} wurde vollständig empfangen.`,
    refused: {
      title: 'Benachrichtigungen sind blockiert',
      description:
        'Erlauben Sie in Ihrem Browser Benachrichtigungen für diese Website, und versuchen Sie es dann erneut.',
    },
  },
  wakeLock: {
    label: 'Bildschirm anlassen',
    text: 'Lässt den Bildschirm an, solange diese Seite geöffnet ist.',
    unavailable: {
      title: 'Bildschirmsperre nicht verhindert',
      description: 'Der Bildschirm kann nicht angelassen werden. Prüfen Sie den Energiesparmodus.',
    },
    lost: {
      title: 'Bildschirm kann ausgehen',
      description:
        'Der Bildschirm kann wieder ausgehen. Schalten Sie „Bildschirm anlassen“ wieder ein, wenn Sie es brauchen.',
    },
  },
  extension: {
    title: 'Browsererweiterung erkannt',
    text: 'Eine Erweiterung verändert diese App und kann Übertragungen unterbrechen. Schalten Sie sie für diese Website aus, oder verwenden Sie die App in einem Fenster ohne Erweiterungen.',
    dismiss: 'Ausblenden',
  },
  install: {
    title: 'Lassen Sie diesen Tab aktiv',
    text: 'Dateien werden nur übertragen, solange dieser Tab geöffnet ist. Browser verlangsamen Tabs im Hintergrund; die installierte App wird seltener unterbrochen.',
    install: 'App installieren',
    how: 'Anleitung zur Installation',
    close: 'Schließen',
    failed: {
      title: 'Installation fehlgeschlagen',
      fallback: 'Die App konnte nicht installiert werden.',
    },
    steps: {
      iosSafari: [
        'Tippen Sie in der Symbolleiste auf „Teilen“.',
        'Scrollen Sie nach unten und tippen Sie auf „Zum Home-Bildschirm“.',
        'Tippen Sie auf „Hinzufügen“.',
      ],
      iosOther: [
        'Tippen Sie neben der Adresse auf „Teilen“.',
        'Wählen Sie „Zum Home-Bildschirm“. Fehlt der Eintrag, öffnen Sie diese Seite in Safari.',
        'Tippen Sie auf „Hinzufügen“.',
      ],
      androidChrome: [
        'Tippen Sie auf das Menü mit den drei Punkten.',
        'Tippen Sie auf „App installieren“ oder „Zum Startbildschirm hinzufügen“.',
        'Bestätigen Sie mit „Installieren“.',
      ],
      androidFirefox: [
        'Tippen Sie auf das Menü mit den drei Punkten.',
        'Tippen Sie auf „Installieren“ oder „Zum Startbildschirm hinzufügen“.',
        'Bestätigen Sie mit „Hinzufügen“.',
      ],
      samsung: [
        'Tippen Sie auf das Menü mit den drei Strichen.',
        'Tippen Sie auf „Seite hinzufügen zu“ und dann auf „Startbildschirm“.',
        'Bestätigen Sie mit „Hinzufügen“.',
      ],
      edge: [
        'Öffnen Sie das Menü mit den drei Punkten.',
        'Wählen Sie „Apps“, dann „Diese Website als App installieren“.',
        'Bestätigen Sie mit „Installieren“.',
      ],
      chrome: [
        'Klicken Sie am rechten Ende der Adressleiste auf das Installationssymbol.',
        'Fehlt das Symbol: Öffnen Sie das Menü mit den drei Punkten, dann „Streamen, speichern und teilen“ und „Seite als App installieren“.',
        'Bestätigen Sie mit „Installieren“.',
      ],
      macSafari: [
        'Öffnen Sie das Menü „Ablage“.',
        'Wählen Sie „Zum Dock hinzufügen“. Dafür brauchen Sie macOS Sonoma oder neuer.',
        'Bestätigen Sie mit „Hinzufügen“.',
      ],
      firefox: [
        'Firefox auf Computern installiert nicht jede Web-App.',
        'Lassen Sie diesen Tab stattdessen in einem eigenen Fenster, oder öffnen Sie die Seite in Chrome, Edge oder Safari.',
      ],
      other: [
        'Suchen Sie im Menü des Browsers nach „Installieren“ oder „Zum Startbildschirm hinzufügen“.',
        'Gibt es den Eintrag nicht, lassen Sie diesen Tab in einem eigenen Fenster.',
      ],
    },
  },
  banner: {
    text: 'Wechseln Sie zu Pro für unbegrenzt viele Freigaben',
    action: 'Jetzt wechseln',
  },
};
