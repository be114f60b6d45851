/** The dashboard after a reload, with shares that this browser was sending and an engine that the test observes. */

import { jest } from '@jest/globals';
import { createFakeFileMemory } from '../../../../test/fake-file-memory.js';
import type { SenderOptions, SendSession } from '../../../transfer/api.js';
import { emptyStats } from '../../../transfer/pure.js';
import type { RememberedFile } from '../sending/file-memory.js';

const session: SendSession = {
  getSnapshot: () => ({
    state: 'waiting',
    attempt: 0,
    maxAttempts: 5,
    recipients: [],
    stats: emptyStats,
    error: null,
  }),
  subscribe: () => () => undefined,
  retry: () => undefined,
  pause: () => undefined,
  setLimit: () => undefined,
  resume: () => undefined,
  close: () => undefined,
  answerUnproven: () => undefined,
  restart: () => undefined,
  approve: () => undefined,
  endRecipient: () => undefined,
};

export const createSender = jest.fn((_options: SenderOptions) => session);

/** Files are identical if their sizes are equal. */
export const identifyFile = jest.fn((file: File) => Promise.resolve(`id of ${file.size} bytes`));

jest.unstable_mockModule('../../../transfer/index.js', () => ({
  createSender,
  createDeviceLimit: () => null,
  identifyFile,
}));

export const { isPageTitle, renderApp, someUser, startApi, tidyUp } =
  await import('../../../../test/render-app.js');

export const { getToasts } = await import('../../../components/toast/index.js');

export const { setSession } = await import('../../../lib/account/session.js');

export const { setLinkSecretOpener } = await import('../../../lib/links/share-link.js');

export const { setEngineLoader } = await import('../sending/share/load-engine.js');

export const { setFileMemoryOpener } = await import('../sending/file-memory.js');

export const share = {
  id: '1',
  shareId: 'abc',
  filename: 'report.pdf',
  fileSize: '5 Bytes',
  fileType: 'application/pdf',
  password: 'kT7-mqP2',
  downloadCount: 0,
  expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
  isActive: true,
};

/** A handle from the file dialog; its permission is requested again after a reload. */
export const handleOf = (text: string, permission: PermissionState = 'granted') => {
  const asked = jest.fn(() => Promise.resolve(permission));
  const handle = {
    kind: 'file',
    name: 'report.pdf',
    getFile: () => Promise.resolve(new File([text], 'report.pdf')),
    queryPermission: () => Promise.resolve('prompt' as const),
    requestPermission: asked,
  };
  return { handle: handle as unknown as FileSystemFileHandle, asked };
};

export const remembered = (part: Partial<RememberedFile> = {}): RememberedFile => ({
  shareId: 'abc',
  fileId: 'id of 5 bytes',
  handles: [],
  isFolder: false,
  isUnfinished: true,
  ...part,
});

/** Opens the dashboard with these entries in the file memory and one row in the list of shares. */
export const start = (entries: readonly RememberedFile[], row: object = share) => {
  const fake = createFakeFileMemory(entries);
  setFileMemoryOpener(() => fake.memory);
  const api = startApi();
  api.answer({ 'GET /api/file-shares': { body: [row] } });
  renderApp('/', someUser());
  return { ...fake, api };
};

/** Resets the engine and the browser between the tests of a file. */
export const withReloadedPage = (): void => {
  beforeEach(() => createSender.mockClear());
  afterEach(() => {
    jest.restoreAllMocks();
    identifyFile.mockImplementation((file) => Promise.resolve(`id of ${file.size} bytes`));
    tidyUp();
    setFileMemoryOpener(null);
    Reflect.deleteProperty(window, 'showOpenFilePicker');
  });
};
