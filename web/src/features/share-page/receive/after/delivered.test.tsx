import { jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { Sink } from '../../../../transfer/api.js';
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

describe('step 3 for the recipient', () => {
  it.each([true, false])('saves the file again, which is still here: %p', async (isHere) => {
    const saveAgain = jest.fn(() => Promise.resolve(isHere));
    const sink = { ...plainSink, saveAgain };
    const page = open(
      {},
      createFakeEngine(() => Promise.resolve(sink)),
    );
    await startDownload(page);
    show(page, { state: 'receiving', stats: halfWay });
    expect(screen.queryByRole('button', { name: 'Save again' })).toBeNull();
    show(page, { state: 'completed', stats: halfWay });
    const button = screen.getByRole('button', { name: 'Save again' });
    expect(button.previousElementSibling?.textContent).toMatch(/^Saved on this device/);
    await page.user.click(button);
    expect(saveAgain).toHaveBeenCalledTimes(1);
    await settle();
    expect(lastToast()[0] === 'File No Longer Here').toBe(!isHere);
  });

  it('offers to save again only what the browser keeps', async () => {
    const page = open();
    await startDownload(page);
    show(page, { state: 'completed', stats: halfWay });
    expect(screen.queryByRole('button', { name: 'Save again' })).toBeNull();
  });

  it('does not offer to save again what was streamed after storage was full', async () => {
    const saveAgain = () => Promise.resolve(true);
    const sink: Sink = { ...plainSink };
    let isStored = true;
    Object.defineProperty(sink, 'saveAgain', { get: () => (isStored ? saveAgain : undefined) });
    const page = open(
      {},
      createFakeEngine(() => Promise.resolve(sink)),
    );
    await startDownload(page);
    show(page, { state: 'error', error: { code: 'storage-full' } });
    isStored = false;
    show(page, { state: 'completed', stats: halfWay });
    expect(screen.queryByRole('button', { name: 'Save again' })).toBeNull();
  });

  it.each([
    [
      { handOver: { afterMs: 0 }, saveAgain: () => Promise.resolve(true) },
      [/^Complete \(64\.00 MB\)\. Your browser now saves it/, /^Nothing there\? Save again, or/],
      / is complete\. /,
    ],
    [
      { handOver: { afterMs: 10_000 } },
      [
        /^Complete \(64\.00 MB\)\. Your browser now saves it/,
        /^Nothing there\? Open this link again/,
      ],
      / is complete\. /,
    ],
    [{}, [/^Saved on this device \(64\.00 MB\)/], / has been saved on /],
  ])(
    'says that the file is saved only where the browser no longer asks: %j',
    async (part: Partial<Sink>, shown, description) => {
      const sink: Sink = { ...plainSink, ...part };
      const page = open(
        {},
        createFakeEngine(() => Promise.resolve(sink)),
      );
      await startDownload(page);
      show(page, complete);
      for (const text of shown) expect(screen.getByText(text)).toBeTruthy();
      const [title, said] = lastToast();
      expect([title, said]).toEqual(['File Received', expect.stringMatching(description)]);
    },
  );

  it.each([
    [null, false],
    ['clocks', true],
  ] as const)('says why there is no receipt: %s', async (receiptFault, isTold) => {
    const page = open();
    await startDownload(page);
    show(page, { ...complete, receiptFault });
    const status = within(screen.getByRole('status'));
    expect(status.queryByText(/^There is no receipt.* by more than ten minutes/) !== null).toBe(
      isTold,
    );
  });
});
