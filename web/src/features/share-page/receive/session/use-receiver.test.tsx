import { screen } from '@testing-library/react';
import { EngineFailure } from '../../../../transfer/pure.js';
import { createFakeEngine, plainSink } from '../../test/fake-engine.js';
import {
  giveDetails,
  givePassword,
  lastToast,
  open,
  settle,
  startDownload,
  withFreshPage,
} from '../../test/opened-page.js';

withFreshPage();

describe('step 3 for the recipient', () => {
  it('starts on the click with the grant and the chosen sink [2.139, 8.38]', async () => {
    const page = open();
    await startDownload(page);
    expect(lastToast()[0]).toBe('Download Started');
    const options = page.engine.receiverOptions;
    expect(options?.shareId).toBe('s1');
    expect(options?.signallingUrl).toBe('ws://localhost/ws');
    expect(options?.credentials.kind).toBe('grant');
    if (options?.credentials.kind === 'grant') {
      await expect(options.credentials.grant()).resolves.toBe('grant-1');
    }
  });

  it('closes a session that starts after the page was unmounted', async () => {
    const engine = createFakeEngine();
    const choose = engine.chooseSink.bind(engine);
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    engine.chooseSink = async (file) => {
      await answered;
      return choose(file);
    };
    const page = open({}, engine);
    await givePassword(page);
    await giveDetails(page);
    await page.user.click(await screen.findByRole('button', { name: 'Download File' }));
    page.view.unmount();
    answer();
    await settle();
    expect(engine.receiverOptions).not.toBeNull();
    expect(engine.receiver.calls).toEqual(['close']);
  });

  it('reports a failing picker, but not a cancelled one [8.35]', async () => {
    const cancelled = createFakeEngine(() =>
      Promise.reject(new DOMException('closed', 'AbortError')),
    );
    const page = open({}, cancelled);
    await givePassword(page);
    await giveDetails(page);
    await page.user.click(await screen.findByRole('button', { name: 'Download File' }));
    await settle();
    const again = await screen.findByRole('button', { name: 'Download File' });
    expect(lastToast()[0]).toBe('Information Received');

    cancelled.chooseSink = () => Promise.reject(new Error('no disk'));
    await page.user.click(again);
    await screen.findByRole('button', { name: 'Download File' });
    await settle();
    expect(lastToast()).toEqual([
      'Download Failed',
      'Failed to start download. Please try again.',
      'destructive',
    ]);
  });

  const startWith = async (cause: Error) => {
    const page = open(
      {},
      createFakeEngine(() => Promise.reject(cause)),
    );
    await givePassword(page);
    await giveDetails(page);
    await page.user.click(await screen.findByRole('button', { name: 'Download File' }));
    await settle();
    return page;
  };

  it('says what to do where the dialog was closed, or did not appear', async () => {
    const page = await startWith(new DOMException('The user aborted a request.', 'AbortError'));
    expect(screen.getByText(/^No place was chosen\..*If no dialog appeared/)).toBeTruthy();
    page.engine.chooseSink = () => Promise.resolve(plainSink);
    await page.user.click(screen.getByRole('button', { name: 'Download File' }));
    await settle();
    expect(screen.queryByText(/^No place was chosen/)).toBeNull();
  });

  it('says that nothing can be written to the chosen place', async () => {
    await startWith(new EngineFailure('sink-failed'));
    expect(lastToast()).toEqual([
      'Download Failed',
      'The file could not be created in that place. Choose another one.',
      'destructive',
    ]);
    expect(screen.queryByText(/^No place was chosen/)).toBeNull();
  });

  it('closes the session on unmount', async () => {
    const page = open();
    await startDownload(page);
    page.view.unmount();
    expect(page.engine.receiver.calls).toEqual(['close']);
  });
});
