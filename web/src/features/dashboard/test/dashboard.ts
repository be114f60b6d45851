/** Renders the dashboard in a test with sender sessions that the test controls. */

import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { recipientStatus } from '../../../../test/snapshots.js';
import type { RecipientStatus, SenderOptions, SendSession } from '../../../transfer/api.js';
import { createFakeSession } from './fake-session.js';

export const sessions: ReturnType<typeof createFakeSession>[] = [];
export const createSender = jest.fn((_options: SenderOptions): SendSession => {
  const fake = createFakeSession();
  sessions.push(fake);
  return fake.session;
});
/** The limit of the tab, as the sessions get it. */
export const tabLimit = {
  set: jest.fn(),
  setting: jest.fn(),
  subscribe: jest.fn(),
  join: jest.fn(),
};
export const createDeviceLimit = jest.fn(() => tabLimit);
jest.unstable_mockModule('../../../transfer/index.js', () => ({
  createSender,
  createDeviceLimit,
}));
export const { freeRecord, proRecord, renderApp, someUser, startApi, tidyUp } =
  await import('../../../../test/render-app.js');

export const day = 86_400_000;
export const share = {
  id: '1',
  shareId: 'abc',
  filename: 'report.pdf',
  fileSize: '1.00 MB',
  fileType: 'application/pdf',
  password: 'kT7-mqP2',
  downloadCount: 2,
  expiresAt: new Date(Date.now() + 7 * day - 60_000).toISOString(),
  isActive: true,
};

export const copied: string[] = [];

export const file = new File(['hello'], 'report.pdf', { type: '' });

export const chooseAndCreate = async (): Promise<void> => {
  const input = await screen.findByLabelText('Select File');
  await userEvent.upload(input, file);
  await userEvent.click(screen.getByRole('button', { name: 'Create Share' }));
};

export const link = (part: Partial<RecipientStatus>): RecipientStatus =>
  recipientStatus({
    peerId: 'p1',
    state: 'sending',
    stats: {
      progressPercent: 42,
      bytesTransferred: 440_402,
      totalBytes: 1_048_576,
      bytesPerSecond: 2_097_152,
      etaSeconds: 65,
    },
    connectionType: 'direct',
    ...part,
  });

const { setEngineLoader } = await import('../sending/share/load-engine.js');
const loadMocked = () => import('../../../transfer/index.js');

/** As after a release: the server no longer has the engine of this page. @returns a function that brings it back. */
export const loseEngine = (): (() => void) => {
  setEngineLoader(() => Promise.reject(new TypeError('404')));
  return () => setEngineLoader(loadMocked);
};

/** Call at the top of a file: resets sessions, clipboard and the document. */
export const withFreshDashboard = (): void => {
  beforeEach(() => {
    sessions.length = 0;
    createSender.mockClear();
    setEngineLoader(loadMocked);
    copied.length = 0;
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: {
        writeText: (text: string) => {
          copied.push(text);
          return Promise.resolve();
        },
      },
    });
  });
  afterEach(tidyUp);
};
