import { isLeavingRisky } from '../../../../lib/browser/leave-warning.js';
import { createTabLock, sendLock } from '../../../../lib/browser/tab-locks.js';
import { CodeNotLoaded } from '../../../../lib/code-not-loaded.js';
import type { ChosenFile } from '../../../../lib/files/one-file.js';
import { notLoadedCode } from '../../../../lib/texts/failure-texts.js';
import type { RestartReason, SendSession } from '../../../../transfer/api.js';
import { failedSnapshot, isDelivered } from '../transfer-view.js';
import { transferStarted } from '../transfers-slice.js';
import { publishSession, publishSnapshot } from './publish.js';
import type { SentShare, TransferDeps } from './transfer-deps.js';

type Phase =
  /** The engine and the settings of the share are being loaded. */
  | { kind: 'starting' }
  | { kind: 'running'; session: SendSession; unsubscribe: () => void }
  /** The engine or the settings could not be loaded. */
  | { kind: 'failed'; error: unknown }
  | { kind: 'ended' };

/** One share that this tab sends or has sent. A File is a reference; its bytes are not in memory. */
export class Sending {
  readonly #deps: TransferDeps;
  readonly #share: SentShare;
  readonly #chosen: ChosenFile;
  readonly #setLocked: (isLocked: boolean) => void;
  /** As the server has it. It can add the question to the choice on this device, but not drop it. */
  #asksFirst: boolean;
  #asksHere = false;
  #phase: Phase = { kind: 'ended' };

  constructor(deps: TransferDeps, share: SentShare, chosen: ChosenFile) {
    this.#deps = deps;
    this.#share = share;
    this.#chosen = chosen;
    this.#setLocked = createTabLock(sendLock(share.shareId));
    this.#asksFirst = share.asksFirst === true;
  }

  /** Null unless it runs. */
  get session(): SendSession | null {
    return this.#phase.kind === 'running' ? this.#phase.session : null;
  }

  get hasEnded(): boolean {
    return this.#phase.kind === 'ended';
  }

  /** Ends the current session first. Never rejects. */
  async start(): Promise<void> {
    this.end();
    const starting: Phase = { kind: 'starting' };
    this.#phase = starting;
    this.#setLocked(true);
    const { shareId, filename } = this.#share;
    const totalBytes = this.#chosen.file.size;
    this.#deps.dispatch(transferStarted({ shareId, filename, totalBytes }));
    try {
      const session = await this.#createSession();
      // Ended or started again while the engine was loading.
      if (this.#phase === starting) this.#run(session);
      else session.close();
    } catch (error) {
      if (this.#phase === starting) this.#fail(error);
    }
  }

  /** After a failed start there is no session that could retry. */
  retry(): void {
    if (this.#phase.kind === 'failed') void this.#startAgain();
    else this.session?.retry();
  }

  /** An update removes the code, and Firefox caches a failed import: only a new document helps. See PartBoundary. */
  async #startAgain(): Promise<void> {
    await this.start();
    if (this.#phase.kind !== 'failed' || isLeavingRisky()) return;
    if (this.#phase.error instanceof CodeNotLoaded) this.#deps.reload();
  }

  /** The server has restarted the share. */
  restart(reason?: RestartReason): void {
    if (this.session === null) void this.start();
    else this.session.restart(reason);
  }

  /** Another password ends the room of the session. */
  changePassword(): void {
    if (this.#phase.kind !== 'ended') this.restart('password-changed');
  }

  /**
   * Sets whether the user is asked about recipients who connect from now on, from what the server and this device have
   * stored.
   */
  follow(asksFirst: boolean): void {
    this.#asksFirst = asksFirst;
    // The last choice holds while the storage fails.
    this.#readChoice().catch(() => undefined);
  }

  end(): void {
    if (this.#phase.kind === 'running') {
      this.#phase.unsubscribe();
      this.#phase.session.close();
    }
    this.#phase = { kind: 'ended' };
    this.#setLocked(false);
  }

  async #readChoice(): Promise<void> {
    this.#asksHere = await this.#deps.asksHere(this.#share.shareId);
  }

  async #createSession(): Promise<SendSession> {
    const deps = this.#deps;
    const { shareId } = this.#share;
    await this.#readChoice();
    return deps.createSender({
      shareId,
      signallingUrl: await deps.signallingUrl(),
      credentials: { kind: 'cookie' },
      iceServers: () => deps.iceServers(shareId),
      person: deps.person(),
      onReport: deps.sendReport,
      onDelivery: (report) => deps.sendDelivery(shareId, report),
      file: this.#chosen.file,
      isUnchanged: this.#chosen.isUnchanged,
      linkKey: await deps.linkKey(shareId),
      asksFirst: () => this.#asksHere || this.#asksFirst,
    });
  }

  #run(session: SendSession): void {
    const unsubscribe = publishSession(this.#deps, this.#share, session, this.#setLocked);
    this.#phase = { kind: 'running', session, unsubscribe };
    void this.#remember();
  }

  #fail(error: unknown): void {
    this.#phase = { kind: 'failed', error };
    this.#setLocked(false);
    const code = notLoadedCode(error) ?? 'signalling-unavailable';
    const snapshot = failedSnapshot({ code });
    publishSnapshot(this.#deps, this.#share, null, snapshot);
  }

  async #remember(): Promise<void> {
    const { file, handles, isFolder, isMixed = false } = this.#chosen;
    const { shareId } = this.#share;
    try {
      const fileId = await this.#deps.identify(file);
      if (this.#phase.kind === 'ended') return;
      const isUnfinished = this.session === null || !isDelivered(this.session.getSnapshot());
      const kind = { isFolder, ...(isMixed && { isMixed }) };
      await this.#deps.memory.remember({ shareId, fileId, handles, ...kind, isUnfinished });
    } catch {
      // A file that cannot be identified cannot be sent either; the session reports the error.
    }
  }
}
