import type { RecipientCatalogues } from '../catalogues.js';
import { formats } from './intl.js';

const { formatBytes } = formats;

export const failures: RecipientCatalogues['failures'] = {
  'max-retries': [
    'Die Verbindung ist nach mehreren Versuchen fehlgeschlagen. Bitte versuchen Sie Folgendes:',
    '• Laden Sie diese Seite neu und öffnen Sie den Link noch einmal.',
    '• Prüfen Sie Ihre Internetverbindung.',
    '• Schalten Sie VPN oder Firewall kurz aus; sie können direkte Verbindungen blockieren.',
    '• Versuchen Sie einen anderen Browser, etwa einen aktuellen Chrome, Edge, Firefox oder Safari.',
    '• Versuchen Sie es später noch einmal.',
    'Auf einem Mobilgerät: Lassen Sie diesen Tab im Vordergrund und den Bildschirm an, wechseln Sie zwischen WLAN und mobilen Daten, und schalten Sie den Stromsparmodus aus.',
  ].join('\n'),
  'invalid-server-message': 'Ungültige Nachricht vom Server erhalten',
  'invalid-offer': 'Ungültiges Angebot vom Absender erhalten',
  'webrtc-unavailable':
    'Dieser Browser blockiert WebRTC, mit dem die Datei übertragen wird. Erlauben Sie es in den Einstellungen oder Erweiterungen, oder verwenden Sie einen anderen Browser.',
  'offer-failed': 'Das Verbindungsangebot konnte nicht erstellt werden',
  'offer-processing-failed': 'Das Verbindungsangebot konnte nicht verarbeitet werden',
  'answer-processing-failed':
    'Die Antwort auf das Verbindungsangebot konnte nicht verarbeitet werden',
  'channel-error': 'Fehler im Datenkanal',
  'peer-unreachable': 'Verbindung fehlgeschlagen – die Gegenseite ist nicht erreichbar',
  'channel-not-ready': ({ channelState = '' }) =>
    `Der Datenkanal ist nicht bereit. Aktueller Zustand: ${channelState}`,
  'signalling-unavailable':
    'Netzwerkfehler: Der Server ist nicht erreichbar. Bitte prüfen Sie Ihre Internetverbindung.',
  'code-not-loaded':
    'Ein Teil der App konnte nicht geladen werden. Prüfen Sie Ihre Internetverbindung und laden Sie die Seite neu. Möglicherweise ist eine neue Version verfügbar.',
  'link-not-read':
    'Der Speicher dieses Browsers konnte nicht gelesen werden. Daher wurde nichts gesendet. Versuchen Sie es erneut oder starten Sie den Browser neu.',
  'share-of-another-account':
    'Das Konto, mit dem diese Freigabe in diesem Browser erstellt wurde, ist nicht angemeldet. Daher wurde nichts gesendet. Melden Sie sich mit diesem Konto an oder erstellen Sie eine neue Freigabe.',
  'access-denied': 'Das Passwort ist falsch oder der Link ist abgelaufen.',
  'share-closed': 'Diese Freigabe wurde beendet oder ist abgelaufen.',
  'password-changed':
    'Das Passwort dieser Freigabe wurde geändert. Empfänger brauchen zum Fortfahren das neue Passwort.',
  replaced: 'Diese Freigabe wird von einem anderen Tab oder Gerät gesendet.',
  'file-unreadable':
    'Die Datei kann nicht mehr gelesen werden. Sie wurde geändert, verschoben oder gelöscht, seit Sie sie gewählt haben. Wählen Sie sie noch einmal und versuchen Sie es erneut.',
  'protocol-violation': 'Unerwartete Daten sind angekommen. Bitte versuchen Sie es erneut.',
  'digest-mismatch':
    'Die empfangenen Daten stimmen nicht mit dem Original überein. Bitte versuchen Sie es erneut.',
  'claim-refuted':
    'Das Gerät des Empfängers hat Teile der Datei gemeldet, die es nicht hat. Daher gilt nichts als zugestellt. Der Empfänger kann es erneut versuchen.',
  'stored-part-invalid':
    'Der Teil der Datei, den dieses Gerät früher gespeichert hat, war beschädigt und wurde entfernt. Versuchen Sie es erneut, um die ganze Datei zu empfangen.',
  'size-mismatch':
    'Die gespeicherte Datei hat nicht die erwartete Größe. Bitte versuchen Sie es erneut.',
  'file-changed':
    'Die Datei ist größer geworden, als der Absender angekündigt hat. Laden Sie diese Seite neu, oder bitten Sie den Absender um einen neuen Link.',
  'storage-full': ({ neededBytes, freeBytes }) =>
    'Auf diesem Gerät ist nicht genug Platz für die Datei.' +
    (neededBytes === undefined || freeBytes === undefined
      ? ''
      : ` Sie braucht ${formatBytes(neededBytes)}; ${formatBytes(freeBytes)} sind verfügbar.`) +
    ' Schaffen Sie Platz und versuchen Sie es erneut.',
  'no-room-to-save':
    'Die ganze Datei ist angekommen, aber im gewählten Ordner ist nicht genug Platz. Schaffen Sie Platz und versuchen Sie es erneut, oder wählen Sie einen anderen Ort; nichts wird zweimal gesendet.',
  'not-saved-there':
    'Die ganze Datei ist angekommen, konnte aber am gewählten Ort nicht gespeichert werden. Versuchen Sie es erneut, sobald er verfügbar ist, oder wählen Sie einen anderen; nichts wird zweimal gesendet.',
  'permission-lost':
    'Der Browser erlaubt dieser Seite nicht mehr, in die gewählte Datei zu schreiben. Versuchen Sie es erneut und erlauben Sie es, wenn der Browser fragt.',
  'blocked-here':
    'Die Sicherheitsprüfung dieses Browsers oder Ihrer Organisation hat diese Datei nicht zugelassen. Ein neuer Versuch hilft nicht; fragen Sie den Absender oder Ihre Administration.',
  'sink-failed':
    'Die Datei konnte nicht gespeichert werden. Prüfen Sie Speicherplatz und Berechtigungen und versuchen Sie es erneut.',
  'sink-stalled':
    'Der Browser speichert die Datei nicht mehr. Lassen Sie diesen Tab geöffnet und versuchen Sie es erneut.',
  'sink-cancelled': 'Der Download wurde im Browser abgebrochen.',
  'not-restartable':
    'Der Download kann nicht fortgesetzt werden und muss neu beginnen. Bitte versuchen Sie es erneut.',
  'too-large-for-memory':
    'Dieser Browser kann eine Datei dieser Größe nicht speichern. Verwenden Sie einen aktuellen Chrome, Edge oder Firefox, oder verlassen Sie den privaten Modus.',
  'too-slow':
    'Die Daten kommen schneller an, als dieses Gerät sie speichern kann. Schaffen Sie Platz oder verwenden Sie einen anderen Browser.',
  'sender-unproven':
    'Der Absender konnte nicht nachweisen, dass dieser Link von ihm stammt. Daher wurde nichts empfangen. Möglicherweise hat sich jemand dazwischengeschaltet, oder der Absender verwendet ein anderes Gerät. Bitten Sie den Absender, zum Beispiel telefonisch, mit dem Gerät zu senden, auf dem der Link erstellt wurde.',
  'receiver-unproven':
    'Dieser Empfänger konnte nicht nachweisen, dass er Ihren Link hat. Daher wurde nichts gesendet. Möglicherweise hat sich jemand dazwischengeschaltet. Senden Sie dem Empfänger den vollständigen Link noch einmal auf einem anderen Weg.',
  'refused-by-recipient':
    'Der Browser des Empfängers hat abgebrochen: Dieses Gerät konnte nicht nachweisen, dass es den Link erstellt hat. Senden Sie mit dem Gerät und Browser, mit denen Sie die Freigabe erstellt haben, oder erstellen Sie hier eine neue Freigabe.',
  'refused-by-sender':
    'Der Absender hat nicht an dieses Gerät gesendet, weil es nicht nachweisen konnte, dass es den Link hat. Bitten Sie erneut um den Link und öffnen Sie ihn vollständig.',
  'file-differs': ({ offeredName = '', offeredBytes }) =>
    `Der Absender bietet eine andere Datei an, als diese Seite zeigt: „${offeredName}“` +
    (offeredBytes === undefined ? '' : `, ${formatBytes(offeredBytes)}`) +
    '. Es wurde nichts empfangen. Fragen Sie den Absender, welche Datei die richtige ist.',
  'file-refused':
    'Das ist nicht die Datei, die die Seite des Empfängers zeigt. Daher hat der Browser des Empfängers abgebrochen. Erstellen Sie für diese Datei eine neue Freigabe.',
  'cancelled-by-peer': 'Die Gegenseite hat die Übertragung abgebrochen.',
  'declined-by-sender': 'Der Absender hat diesen Download abgelehnt.',
  'ended-here': 'Sie haben diese Übertragung beendet.',
  'declined-here': 'Sie haben diesen Download abgelehnt.',
  'unreadable-at-sender':
    'Die Datei des Absenders wurde geändert, verschoben oder gelöscht und kann nicht mehr gelesen werden. Bitten Sie den Absender, sie noch einmal zu wählen.',
  'full-at-recipient':
    'Auf dem Gerät des Empfängers ist nicht genug Platz für die Datei. Der Empfänger kann Platz schaffen und es erneut versuchen.',
  'not-saved-at-recipient':
    'Der Browser des Empfängers hat die Datei nicht gespeichert. Der Empfänger kann es erneut versuchen.',
  'blocked-at-recipient':
    'Die Sicherheitsprüfung des Browsers oder der Organisation des Empfängers hat die Datei nicht zugelassen. Ein neuer Versuch hilft nicht; vereinbaren Sie mit dem Empfänger einen anderen Weg.',
  'failed-at-peer': 'Die Gegenseite konnte die Übertragung nicht fortsetzen.',
  unexpected: 'Bei dieser Übertragung ist etwas schiefgegangen. Bitte versuchen Sie es erneut.',
};
