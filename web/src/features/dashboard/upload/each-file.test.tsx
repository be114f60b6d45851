import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ApiAnswer, ApiRequest } from '../../../../test/fake-api.js';
import { config, freeRecord } from '../../../../test/render-app.js';
import { getToasts } from '../../../components/toast/index.js';
import {
  copied,
  createSender,
  renderApp,
  share,
  someUser,
  startApi,
  withFreshDashboard,
} from '../test/dashboard.js';

withFreshDashboard();

const pdf = (name: string): File => new File([name], `${name}.pdf`);

const names = (requests: readonly ApiRequest[]): unknown[] =>
  requests.map(({ body }) => (body as { filename: string }).filename);

/** @param refuse answers instead of a new share. */
const choose = async (
  files: readonly File[],
  refuse: (filename: string) => ApiAnswer | null = () => null,
) => {
  const api = startApi();
  api.answer({
    'POST /api/file-shares': ({ body }) => {
      const { filename } = body as { filename: string };
      const [id = ''] = filename.split('.');
      return refuse(filename) ?? { body: { ...share, id, shareId: id, filename, label: '' } };
    },
  });
  renderApp('/', someUser());
  const input = await screen.findByLabelText('Select File', { selector: 'input' });
  await userEvent.upload(input, [...files]);
  const creates = () => api.to('POST /api/file-shares');
  const create = async (name = 'Create Share'): Promise<void> =>
    userEvent.click(await screen.findByRole('button', { name }));
  return { creates, create };
};

const each = (): Promise<HTMLElement> =>
  screen.findByRole('radio', { name: 'A link for each file' });

describe('a link for each of several files', () => {
  it('creates and sends one share after the other, and lists links and passwords', async () => {
    const { creates, create } = await choose([pdf('may'), pdf('june'), pdf('july')]);
    await userEvent.click(await each());
    await create('Create 3 Shares');
    const dialog = within(await screen.findByRole('dialog', { name: '3 shares created' }));
    expect(names(creates())).toEqual(['may.pdf', 'june.pdf', 'july.pdf']);
    expect(createSender.mock.calls.map(([{ file }]) => file.name)).toEqual([
      'may.pdf',
      'june.pdf',
      'july.pdf',
    ]);
    await userEvent.click(dialog.getByRole('button', { name: 'Copy link of june.pdf' }));
    await waitFor(() => expect(copied).toHaveLength(1));
    expect(copied[0]).toContain('/share/june');
    await userEvent.click(dialog.getByRole('button', { name: 'Copy links as CSV' }));
    await waitFor(() => expect(copied).toHaveLength(2));
    expect(copied[1]?.split('\r\n')).toHaveLength(4);
    await userEvent.click(dialog.getByRole('button', { name: 'Copy all & Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    for (const name of ['may', 'june', 'july'])
      expect(copied[2]).toMatch(
        new RegExp(`File: ${name}.pdf\nLink: .*/share/${name}.*\nPassword: ${share.password}`),
      );
    expect(await screen.findByText('Drop a file here or choose one')).toBeDefined();
  });

  it('brings the newest transfer into view, which is listed above the others', async () => {
    const scroll = jest.spyOn(Element.prototype, 'scrollIntoView');
    const { create } = await choose([pdf('may'), pdf('june'), pdf('july')]);
    await userEvent.click(await each());
    await create('Create 3 Shares');
    const dialog = await screen.findByRole('dialog', { name: '3 shares created' });
    scroll.mockClear();
    await userEvent.click(within(dialog).getByText('Close'));
    await waitFor(() => expect(scroll).toHaveBeenCalledTimes(1));
    const [newest] = within(screen.getByRole('region', { name: 'Sending now' })).getAllByRole(
      'group',
    );
    expect(newest?.getAttribute('aria-label')).toBe('july.pdf');
    expect(scroll.mock.contexts).toEqual([newest?.closest('li')]);
    scroll.mockRestore();
  });

  it.each([
    [{}, ['Upgrade to Pro']],
    [{ payments: { provider: 'none', publishableKey: '' } }, []],
  ])('says before the first share how many the month still allows %j', async (part, buttons) => {
    const api = startApi();
    api.answer({
      'GET /api/config': { body: { ...config, ...part } },
      'GET /api/user': { body: { ...freeRecord, sharesUsedThisMonth: 8 } },
    });
    renderApp('/', someUser());
    const input = await screen.findByLabelText('Select File', { selector: 'input' });
    await userEvent.upload(input, [pdf('may'), pdf('june'), pdf('july')]);
    await userEvent.click(await each());
    const note =
      'You can create 2 more shares this month. Remove 1 file, or choose one link for all.';
    const upgrade = buttons.map(() => ' Or upgrade to Pro for unlimited shares.').join('');
    expect(await screen.findByText(note + upgrade)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Create 3 Shares' })).toHaveProperty(
      'disabled',
      true,
    );
    expect(screen.queryAllByRole('button', { name: 'Upgrade to Pro' })).toHaveLength(
      buttons.length,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Remove june.pdf' }));
    expect(screen.queryByText(note + upgrade)).toBeNull();
    expect(screen.getByRole('button', { name: 'Create 2 Shares' })).toHaveProperty(
      'disabled',
      false,
    );
  });

  it('ends at the first refusal, and keeps the files that are not shared yet', async () => {
    const { creates, create } = await choose([pdf('may'), pdf('june'), pdf('july')], (filename) =>
      filename === 'june.pdf'
        ? { status: 403, body: { message: '403: no', reason: 'share-limit-reached' } }
        : null,
    );
    await userEvent.click(await each());
    await create('Create 3 Shares');
    const dialog = within(await screen.findByRole('dialog', { name: '1 share created' }));
    const partly = `1 of 3 shares created. The rest could not be created: You've reached your monthly limit. Upgrade to Pro for unlimited shares.`;
    expect(dialog.getByRole('alert').textContent).toBe(partly);
    const [toast] = getToasts();
    expect(toast).toMatchObject({
      variant: 'destructive',
      title: 'Share Limit Reached',
      description: partly,
    });
    await userEvent.click(dialog.getByText('Close'));
    expect(names(creates())).toEqual(['may.pdf', 'june.pdf']);
    expect(screen.getAllByText('Share Limit Reached').length).toBeGreaterThan(0);
    const left = within(screen.getByRole('list', { name: '2 files' }));
    expect(left.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringContaining('june.pdf'),
      expect.stringContaining('july.pdf'),
    ]);
  });

  it('says why the others were not created after a failure of the server', async () => {
    const { create } = await choose([pdf('may'), pdf('june'), pdf('july')], (filename) =>
      filename === 'july.pdf' ? { status: 500, body: { message: 'Busy.' } } : null,
    );
    await userEvent.click(await each());
    await create('Create 3 Shares');
    const dialog = within(await screen.findByRole('dialog', { name: '2 shares created' }));
    const partly = /^2 of 3 shares created\. The rest could not be created: .*Busy\./;
    expect(dialog.getByRole('alert').textContent).toMatch(partly);
    expect(getToasts()[0]).toMatchObject({ variant: 'destructive', title: 'Error' });
    expect(getToasts()[0]?.description).toMatch(partly);
  });

  it('shows the links when the browser refuses to copy them', async () => {
    const { create } = await choose([pdf('may'), pdf('june')]);
    await userEvent.click(await each());
    await create('Create 2 Shares');
    const dialog = within(await screen.findByRole('dialog', { name: '2 shares created' }));
    const writeText = () => Promise.reject(new Error('denied'));
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    await userEvent.click(dialog.getByRole('button', { name: 'Copy all & Close' }));
    const fields = await dialog.findAllByLabelText<HTMLInputElement>(/^Link of /);
    expect(fields.map(({ value, readOnly }) => [value, readOnly])).toEqual([
      [expect.stringMatching(/\/share\/may/), true],
      [expect.stringMatching(/\/share\/june/), true],
    ]);
  });

  it('goes back to one archive', async () => {
    const { creates, create } = await choose([pdf('may'), pdf('june')]);
    await userEvent.click(await each());
    expect(screen.getByText('may.pdf')).toBeDefined();
    await userEvent.click(screen.getByRole('radio', { name: 'One link for all, as a ZIP' }));
    expect(await screen.findByText('june and 1 more.zip')).toBeDefined();
    await create();
    await waitFor(() => expect(names(creates())).toEqual(['june and 1 more.zip']));
  });

  it('leaves out the files that were removed', async () => {
    const { creates, create } = await choose([pdf('may'), pdf('june')]);
    await userEvent.click(await each());
    await userEvent.click(screen.getByRole('button', { name: 'Remove may.pdf' }));
    expect(screen.queryByRole('radio')).toBeNull();
    await create();
    await waitFor(() => expect(names(creates())).toEqual(['june.pdf']));
  });

  it.each([
    ['one file', 1],
    ['more than 20 files', 21],
  ])('is not offered for %s', async (_name, count) => {
    await choose(Array.from({ length: count }, (_, index) => pdf(`file-${index}`)));
    expect(await screen.findByRole('button', { name: 'Create Share' })).toBeDefined();
    expect(screen.queryByRole('radio')).toBeNull();
  });
});
