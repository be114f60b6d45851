import type { Dispatch } from '@reduxjs/toolkit';
import { storedLimit } from '../../../components/connection/limit-memory.js';
import { toast } from '../../../components/toast/index.js';
import { senderPerson } from '../../../lib/account/sender-person.js';
import { beforeSignOut } from '../../../lib/account/session.js';
import { baseApi } from '../../../lib/http/base-api.js';
import { loadConfig } from '../../../lib/http/config.js';
import { newTraceparent } from '../../../lib/http/traceparent.js';
import { asksHere, findLinkKey } from '../../../lib/links/share-link.js';
import { learnWindowId } from '../../../lib/notices/window-id.js';
import { receiptsOf, submitReceipts } from '../../../lib/transfer-api/countersign.js';
import {
  deliveriesReported,
  sendDeliveryReport,
} from '../../../lib/transfer-api/delivery-report.js';
import { loadIceServers } from '../../../lib/transfer-api/ice-servers.js';
import { sendTransferReport } from '../../../lib/transfer-api/transfer-report.js';
import type { RateLimit, SenderOptions, SendSession } from '../../../transfer/api.js';
import { fileMemoryOf } from './file-memory.js';
import { notifyOfDelivery, notifyOfQuestion } from './notices/page-notice.js';
import { loadEngine } from './share/load-engine.js';
import { createTransfers, type Transfers } from './transfers.js';

/** The recipient records the download after saving the file, a moment after the last byte. */
const recordedAfterMs = 2500;

/** This tab’s limit, shared by its sessions; null before the first session. */
let tabLimit: RateLimit | null = null;

const loadSender = async (options: SenderOptions): Promise<SendSession> => {
  const engine = await loadEngine();
  tabLimit ??= engine.createDeviceLimit(storedLimit('send'));
  return engine.createSender({ ...options, limit: tabLimit, newTraceparent });
};

const identify = async (file: File): Promise<string> => {
  const engine = await loadEngine();
  return engine.identifyFile(file);
};

/** Connects sender sessions to the engine, the store, the toasts and the API. */
export const connectTransfers = (
  dispatch: Dispatch,
  uid: string,
  createSender: (options: SenderOptions) => Promise<SendSession> = loadSender,
): Transfers => {
  // So that a notice of a question leads to this tab.
  void learnWindowId();
  const transfers = createTransfers({
    dispatch,
    createSender: async (options) => {
      const session = await createSender(options);
      submitReceipts(session, receiptsOf);
      return session;
    },
    prepare: async () => {
      await loadEngine();
    },
    setLimit: (setting) => tabLimit?.set(setting),
    signallingUrl: async () => (await loadConfig()).signallingUrl,
    iceServers: (shareId) => loadIceServers({ shareId }),
    linkKey: findLinkKey,
    asksHere,
    person: senderPerson,
    sendDelivery: (shareId, report) => void sendDeliveryReport(shareId, report),
    sendReport: (report) => void sendTransferReport(report),
    notify: toast,
    identify,
    memory: fileMemoryOf(uid),
    onQuestion: ({ shareId }, question) => {
      toast(question);
      notifyOfQuestion(shareId, question);
    },
    onDelivered: (share) => {
      notifyOfDelivery(share);
      // The lists of downloads are out of date.
      const refresh = (): unknown => dispatch(baseApi.util.invalidateTags(['Share', 'AuditLog']));
      refresh();
      setTimeout(refresh, recordedAfterMs);
    },
    reload: () => window.location.reload(),
    now: () => performance.now(),
  });
  // The server accepts these reports only while the session is valid.
  const forget = beforeSignOut({
    prepare: () => {
      transfers.stopAll();
      return deliveriesReported();
    },
    undo: () => transfers.startStopped(),
  });
  return {
    ...transfers,
    endAll: () => {
      forget();
      transfers.endAll();
    },
    leave: () => {
      forget();
      transfers.leave();
    },
  };
};
