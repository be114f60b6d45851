import { act, fireEvent, screen } from '@testing-library/react';
import { installFakeLocks } from '../../../../test/fake-locks.js';
import { senderSnapshot } from '../../../../test/snapshots.js';
import { openedShare } from '../test/fake-server.js';
import { access, givePassword, open, settle, withFreshPage } from '../test/opened-page.js';

withFreshPage();

const lock = 'tandem-send s1';
const isSentElsewhere = 'This share is being sent from another tab or device.';

let locks: ReturnType<typeof installFakeLocks>;
beforeEach(() => {
  locks = installFakeLocks();
});
afterEach(() => locks.remove());

const openAsOwner = async () => {
  const page = open({ [access]: { body: { ...openedShare, fileSize: '1 Bytes', isOwner: true } } });
  await givePassword(page);
  await screen.findByRole('button', { name: 'Copy link' });
  await settle();
  const send = async (): Promise<void> => {
    const input = screen.getByLabelText('Select File', { selector: 'input' });
    await page.user.upload(input, new File(['x'], openedShare.filename));
    await screen.findByText('Connecting to signaling server');
  };
  const show = (state: 'error' | 'completed'): void =>
    act(() => page.engine.sender.show(senderSnapshot({ state })));
  return { ...page, send, show };
};

describe('a share that another tab may send', () => {
  it('is marked for other tabs while this page sends it, and no longer after an error', async () => {
    const page = await openAsOwner();
    expect(locks.names()).toEqual([]);
    await page.send();
    expect(locks.names()).toEqual([lock]);
    page.show('completed');
    expect(locks.names()).toEqual([lock]);
    page.show('error');
    await settle();
    expect(locks.names()).toEqual([]);
  });

  it('is no longer marked when the page is left', async () => {
    const page = await openAsOwner();
    await page.send();
    expect(locks.names()).toEqual([lock]);
    page.view.unmount();
    await settle();
    expect(locks.names()).toEqual([]);
  });

  it('is taken over from the other tab only when the owner agrees, once', async () => {
    await locks.holdElsewhere(lock);
    const page = await openAsOwner();
    const expectQuestion = (): void => {
      expect(screen.getByText(isSentElsewhere)).toBeTruthy();
      expect(screen.getByText('If you send from here, the other tab stops sending.')).toBeTruthy();
      expect(screen.queryByText('Choose the file to start sending')).toBeNull();
      expect(screen.queryByRole('button', { name: 'Select File' })).toBeNull();
    };
    expectQuestion();
    await page.user.click(screen.getByRole('button', { name: 'Send from this tab' }));
    expect(screen.queryByText(isSentElsewhere)).toBeNull();
    await page.send();
    page.show('completed');
    await page.user.click(screen.getByRole('button', { name: 'Reset Connection' }));
    await settle();
    expectQuestion();
  });

  it('can be sent without a question when the other tab ends', async () => {
    const release = await locks.holdElsewhere(lock);
    await openAsOwner();
    expect(screen.getByText(isSentElsewhere)).toBeTruthy();
    await release();
    expect(screen.queryByText(isSentElsewhere)).toBeNull();
    expect(screen.getByRole('button', { name: 'Select File' })).toBeTruthy();
  });

  it('does not count as sent elsewhere after this page has sent it', async () => {
    const page = await openAsOwner();
    await page.send();
    const release = await locks.holdElsewhere('other lock');
    page.show('completed');
    fireEvent.click(screen.getByRole('button', { name: 'Reset Connection' }));
    expect(screen.queryByText(isSentElsewhere)).toBeNull();
    expect(screen.getByRole('button', { name: 'Select File' })).toBeTruthy();
    await release();
  });
});
