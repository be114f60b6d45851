import { act, fireEvent, screen } from '@testing-library/react';
import type { ConnectionCheck } from '../../../../transfer/api.js';
import { giveDetails, givePassword, open, settle, withFreshPage } from '../../test/opened-page.js';

withFreshPage();

const online = { result: 'connected', route: 'direct', rttMs: 22.4 } as const;

describe('the check of the connection before a download', () => {
  const openPage = async () => {
    const page = open();
    await givePassword(page);
    await giveDetails(page);
    const button = await screen.findByRole('button', { name: 'Check the connection' });
    return { ...page, button };
  };
  const find = async (page: Awaited<ReturnType<typeof openPage>>, check: ConnectionCheck) => {
    fireEvent.click(page.button);
    await screen.findByText('Checking the connection…');
    await settle();
    await act(async () => page.engine.checks.shift()?.(check));
  };

  it.each<[string, ConnectionCheck, RegExp]>([
    ['a direct path', online, /a direct connection is possible \(round trip 23 ms\)\.$/],
    [
      'a direct path through NATs',
      { ...online, route: 'stun', rttMs: null },
      /direct connection is possible\.$/,
    ],
    [
      'a relay',
      { ...online, route: 'turn' },
      /goes through a relay \(round trip 23 ms\): encrypted/,
    ],
    [
      'an unknown route',
      { ...online, route: 'unknown', rttMs: null },
      /a connection is possible\.$/,
    ],
    ['an absent sender', { result: 'absent' }, /^The sender is not online right now/],
    [
      'a page of the sender that does not answer',
      { result: 'silent' },
      /does not answer right now/,
    ],
    [
      'a browser without WebRTC',
      { result: 'refused', error: { code: 'webrtc-unavailable' } },
      /^This browser blocks WebRTC/,
    ],
    [
      'a share that has ended',
      { result: 'refused', error: { code: 'share-closed' } },
      /^This share was stopped or has expired/,
    ],
    ['networks that let nothing through', { result: 'unreachable' }, /another network/],
    ['a server that does not answer', { result: 'failed' }, /could not be checked/],
  ])('reports %s', async (_what, check, text) => {
    const page = await openPage();
    await find(page, check);
    expect(screen.getByText(text)).toBeDefined();
  });

  it('runs once at a time, and again', async () => {
    const page = await openPage();
    await find(page, { result: 'absent' });
    fireEvent.click(page.button);
    fireEvent.click(page.button);
    await settle();
    expect(page.engine.checks).toHaveLength(1);
    await act(async () => page.engine.checks.shift()?.(online));
    expect(screen.queryByText(/not online/)).toBeNull();
  });

  it('ends when the download starts', async () => {
    const page = await openPage();
    fireEvent.click(page.button);
    await settle();
    await page.user.click(screen.getByRole('button', { name: 'Download File' }));
    await screen.findByText('Connecting');
    expect(page.engine.checkSignals[0]?.aborted).toBe(true);
    expect(screen.queryByRole('button', { name: 'Check the connection' })).toBeNull();
  });
});
