import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { isAskedBeforeLeaving } from '../../../../../test/dom/tab.js';
import type { FailureFacts, Sink } from '../../../../transfer/api.js';
import { EngineFailure } from '../../../../transfer/pure.js';
import { receiverTexts } from '../../panel/texts.js';
import { createFakeEngine, plainSink } from '../../test/fake-engine.js';
import {
  complete,
  halfWay,
  lastToast,
  open,
  settle,
  show,
  startDownload,
  withFreshPage,
} from '../../test/opened-page.js';

withFreshPage();

describe('a complete file that could not be saved where the user chose', () => {
  const failWith = async (
    code: string,
    choosePlace?: () => Promise<void>,
    facts: FailureFacts = { isComplete: true },
  ) => {
    const sink: Sink = { ...plainSink, choosePlace };
    const page = open(
      {},
      createFakeEngine(() => Promise.resolve(sink)),
    );
    await startDownload(page);
    show(page, { state: 'error', stats: halfWay, error: { code, ...facts } });
    return page;
  };
  const button = () => screen.queryByRole('button', { name: 'Choose Another Place' });

  it.each(['not-saved-there', 'no-room-to-save', 'permission-lost', 'sink-failed'])(
    'can be saved in another place: %s',
    async (code) => {
      const choosePlace = jest.fn(() => Promise.resolve());
      const page = await failWith(code, choosePlace);
      await page.user.click(screen.getByRole('button', { name: 'Choose Another Place' }));
      await settle();
      expect([choosePlace.mock.calls.length, page.engine.receiver.calls]).toEqual([1, ['retry']]);
    },
  );

  it.each([
    ['no other place is chosen', new DOMException('closed', 'AbortError'), false],
    ['nothing can be written there', new EngineFailure('sink-failed'), true],
  ])('stays when %s', async (_, cause, isTold) => {
    const page = await failWith('not-saved-there', () => Promise.reject(cause));
    await page.user.click(screen.getByRole('button', { name: 'Choose Another Place' }));
    await settle();
    expect(page.engine.receiver.calls).toEqual([]);
    expect(lastToast()[1] === receiverTexts.toasts.notCreated).toBe(isTold);
    expect(button()).not.toBeNull();
  });

  it('is not asked for another place where that does not help, or where the browser chooses it', async () => {
    const page = await failWith('peer-unreachable', () => Promise.resolve());
    expect(button()).toBeNull();
    page.view.unmount();
    await failWith('sink-failed');
    expect(button()).toBeNull();
  });

  it('is not called a failed connection', async () => {
    await failWith('not-saved-there');
    expect(screen.getByText('Received, but not saved yet')).toBeTruthy();
    expect(screen.queryByText('Connection failed')).toBeNull();
  });

  it('is kept by a question before the page is closed, until it is saved', async () => {
    const page = await failWith('not-saved-there');
    expect(isAskedBeforeLeaving()).toBe(true);
    show(page, complete);
    expect(isAskedBeforeLeaving()).toBe(false);
    page.view.unmount();
    await failWith('sink-failed', undefined, {});
    expect(isAskedBeforeLeaving()).toBe(false);
  });
});

it('names the file as it was saved', async () => {
  const sink: Sink = { ...plainSink, savedName: 'holiday (1).mp4' };
  const page = open(
    {},
    createFakeEngine(() => Promise.resolve(sink)),
  );
  await startDownload(page);
  show(page, complete);
  expect(
    screen.getByText(/^Saved on this device as “holiday \(1\)\.mp4” \(64\.00 MB\)\./),
  ).toBeTruthy();
  expect(lastToast()[1]).toBe('holiday (1).mp4 has been saved on this device.');
});
