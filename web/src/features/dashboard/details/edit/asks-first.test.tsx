import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { installFakeChanges, removeFakeChanges } from '../../../../../test/fake-changes.js';
import { createFakeLinkSecret } from '../../../../../test/fake-link-secret.js';
import { setLinkSecretOpener } from '../../../../lib/links/share-link.js';
import type { OwnShare } from '../../../../transfer/link-keys.js';
import {
  chooseAndCreate,
  createSender,
  renderApp,
  share,
  startApi,
  withFreshDashboard,
} from '../../test/dashboard.js';

withFreshDashboard();
afterEach(() => {
  removeFakeChanges();
  setLinkSecretOpener(null);
});

const own = { ...share, label: '', note: '', maxDownloads: null, asksFirst: false };

/** This tab sends the share; the server's answers about it can be changed. */
const sendHere = async (recorded?: Partial<OwnShare>) => {
  const changes = installFakeChanges();
  const device = createFakeLinkSecret();
  setLinkSecretOpener(() => device.secret);
  const api = startApi();
  const listed = { ...own };
  api.answer({
    'GET /api/file-shares': () => ({ body: [{ ...listed }] }),
    'POST /api/file-shares': { body: own },
    'PATCH /api/file-shares/abc': ({ body }) => ({
      body: Object.assign(listed, body as object),
    }),
  });
  renderApp('/');
  await chooseAndCreate();
  await waitFor(() => expect(createSender).toHaveBeenCalledTimes(1));
  if (recorded !== undefined)
    device.shares.set('abc', { ...device.shares.get('abc'), ...recorded });
  const asks = (): boolean => createSender.mock.calls[0]?.[0].asksFirst?.() === true;
  const changeElsewhere = (asksFirst: boolean): void => {
    listed.asksFirst = asksFirst;
    changes.beat();
    changes.change('shares');
  };
  return { asks, changeElsewhere, device, api };
};

describe('“Ask me before each download” while this tab sends', () => {
  it('follows a change on another device, both ways', async () => {
    const { asks, changeElsewhere } = await sendHere();
    expect(asks()).toBe(false);
    changeElsewhere(true);
    await waitFor(() => expect(asks()).toBe(true));
    changeElsewhere(false);
    await waitFor(() => expect(asks()).toBe(false));
  });

  it('stays on where the user has chosen it on this device, whatever the server answers', async () => {
    const { asks, changeElsewhere, api } = await sendHere({ asksFirst: true });
    const lists = api.to('GET /api/file-shares').length;
    changeElsewhere(false);
    await waitFor(() => expect(api.to('GET /api/file-shares').length).toBeGreaterThan(lists));
    await waitFor(() => expect(asks()).toBe(true));
  });

  it('ends when the user turns it off on this device', async () => {
    const { asks, changeElsewhere, device, api } = await sendHere({ asksFirst: true });
    changeElsewhere(false);
    await waitFor(() => expect(asks()).toBe(true));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Change this share' }));
    const box = dialog.getByRole('checkbox', { name: /^Ask me before/ });
    await waitFor(() => expect(box).toHaveProperty('checked', true));
    await userEvent.click(box);
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(asks()).toBe(false));
    expect(device.shares.get('abc')?.asksFirst).toBe(false);
    expect(api.to('PATCH /api/file-shares/abc').map(({ body }) => body)).toEqual([
      { asksFirst: false },
    ]);
  });
});
