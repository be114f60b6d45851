import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { installFakeLocks } from '../../../../../test/fake-locks.js';
import {
  chooseAndCreate,
  copied,
  day,
  file,
  renderApp,
  sessions,
  share,
  startApi,
  withFreshDashboard,
} from '../../test/dashboard.js';

withFreshDashboard();

describe('the row of a share', () => {
  const rows = [
    share,
    { ...share, id: '2', shareId: 'st', filename: 'stopped.zip', isActive: false },
    {
      ...share,
      id: '3',
      shareId: 'ex',
      filename: 'old.txt',
      expiresAt: new Date(Date.now() - day).toISOString(),
    },
  ];
  const [active, stopped, expired] = rows;
  const showRows = async () => {
    startApi().answer({ 'GET /api/file-shares': { body: rows } });
    renderApp('/');
    await screen.findByText('old.txt');
    const all = screen.getAllByRole('listitem');
    return (filename: string) => {
      const item = all.find((element) => element.textContent.includes(filename));
      if (item === undefined) throw new Error(`no row of ${filename}`);
      return within(item);
    };
  };

  it.each([
    ['active', '[4.20]', active, 'Active', ['Copy link of report.pdf', 'Stop report.pdf']],
    ['stopped', '[4.19]', stopped, 'Stopped', ['Copy link of stopped.zip', 'Restart stopped.zip']],
    ['expired', '[4.18]', expired, 'Expired', ['Delete old.txt']],
    [
      'stopped and then expired',
      '[4.18, 4.19]',
      { ...expired, isActive: false },
      'Expired',
      ['Delete old.txt'],
    ],
  ])(
    'shows the status and the actions of a share that is %s %s',
    async (_name, _tag, row, status, actions) => {
      startApi().answer({ 'GET /api/file-shares': { body: [row] } });
      renderApp('/');
      const item = (await screen.findByRole('button', { name: /^Details of / })).closest('li');
      if (item === null) throw new Error('no row');
      expect(within(item).getByText(status)).toBeDefined();
      expect(within(item).queryByText('7 days left') !== null).toBe(status === 'Active');
      const names = within(item)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label') ?? '');
      expect(names.filter((name) => /^(Copy link|Stop|Restart|Delete) /.test(name))).toEqual(
        actions,
      );
    },
  );

  it.each([
    ['report.pdf', 'Active7 days left', '[2.114]'],
    ['stopped.zip', 'Stopped', '[2.114]'],
    ['old.txt', 'Expired', '[2.114]'],
  ])('shows the status of %s: %s %s', async (filename, status) => {
    const row = (await showRows())(filename);
    const text = row.getByText(/^(Active|Stopped|Expired)$/).parentElement?.textContent ?? '';
    expect(text.slice(0, status.length)).toBe(status);
  });

  it.each([
    ['report.pdf', 'Copy link of', true, '[2.115]'],
    ['stopped.zip', 'Copy link of', true, '[2.115]'],
    ['old.txt', 'Copy link of', false, '[2.115]'],
    ['report.pdf', 'Stop', true, '[2.116]'],
    ['stopped.zip', 'Stop', false, '[2.116]'],
    ['old.txt', 'Stop', false, '[2.116]'],
    ['report.pdf', 'Restart', false, '[2.117]'],
    ['stopped.zip', 'Restart', true, '[2.117]'],
    ['old.txt', 'Restart', false, '[2.117]'],
    ['report.pdf', 'Delete', false, '[2.118]'],
    ['stopped.zip', 'Delete', false, '[2.118]'],
    ['old.txt', 'Delete', true, '[2.118]'],
    ['report.pdf', 'Details of', true, '[2.119]'],
    ['stopped.zip', 'Details of', true, '[2.119]'],
    ['old.txt', 'Details of', true, '[2.119]'],
  ])('the row of %s has the action %s: %p %s', async (filename, action, isOffered) => {
    const row = (await showRows())(filename);
    const button = row.queryByRole('button', { name: `${action} ${filename}` });
    expect(button !== null).toBe(isOffered);
  });

  it.each([
    [
      'Stop report.pdf',
      'POST /api/file-shares/abc/stop',
      '[2.116, 6.24, 7.8]',
      'Share Stopped',
      { idToken: 'id-token' },
    ],
    [
      'Restart stopped.zip',
      'POST /api/file-shares/st/restart',
      '[2.117, 6.24, 7.9]',
      'Share Restarted',
      { idToken: 'id-token' },
    ],
    ['Delete old.txt', 'DELETE /api/file-shares/ex', '[2.118, 6.25, 7.10]', 'Share Deleted', ''],
  ])('%s calls %s and reloads the list %s', async (name, route, _numbers, title, body) => {
    const api = startApi();
    api.answer({ 'GET /api/file-shares': { body: rows }, [route]: { body: { success: true } } });
    renderApp('/');
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(await screen.findByText(title)).toBeDefined();
    const [request] = api.to(route);
    expect(request?.body).toEqual(body);
    expect(request?.headers.get('authorization')).toBeNull();
    await waitFor(() => expect(api.to('GET /api/file-shares').length).toBeGreaterThan(1));
  });

  it.each([
    ['Stop report.pdf', 'Failed to Stop Share', '[8.15]'],
    ['Restart stopped.zip', 'Failed to Restart Share', '[8.16]'],
    ['Delete old.txt', 'Failed to Delete Share', '[8.17]'],
  ])('shows the message when %s fails: %s %s', async (name, title) => {
    startApi().answer({ 'GET /api/file-shares': { body: rows } });
    renderApp('/');
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(await screen.findByText(title)).toBeDefined();
    expect(screen.getByText('404: Not mocked')).toBeDefined();
  });

  it('copies the link and reports a denied clipboard [2.115]', async () => {
    startApi().answer({ 'GET /api/file-shares': { body: rows } });
    renderApp('/');
    const button = await screen.findByRole('button', { name: 'Copy link of report.pdf' });
    await userEvent.click(button);
    expect(copied).toEqual(['http://localhost/share/abc']);
    expect(await screen.findByText('Link Copied')).toBeDefined();
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: () => Promise.reject(new Error('denied')) },
    });
    await userEvent.click(button);
    expect(await screen.findByText('Copy Failed')).toBeDefined();
    // The only place where the link can be selected.
    const details = within(await screen.findByRole('dialog'));
    expect(details.getByLabelText('Shareable link')).toHaveProperty(
      'value',
      'http://localhost/share/abc',
    );
  });

  it('shows what a share has become before the list is loaded again', async () => {
    const api = startApi();
    const old = {
      ...share,
      shareId: 'ex',
      filename: 'old.txt',
      expiresAt: new Date(Date.now() - day).toISOString(),
    };
    api.answer({
      'GET /api/file-shares': { body: [share, old] },
      'POST /api/file-shares/abc/stop': { body: { ...share, isActive: false } },
      'POST /api/file-shares/abc/restart': { body: share },
      'DELETE /api/file-shares/ex': { body: {} },
    });
    renderApp('/');
    const stop = await screen.findByRole('button', { name: 'Stop report.pdf' });
    api.answer({ 'GET /api/file-shares': () => new Promise(() => undefined) });
    await userEvent.click(stop);
    await userEvent.click(await screen.findByRole('button', { name: 'Restart report.pdf' }));
    expect(await screen.findByRole('button', { name: 'Stop report.pdf' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Delete old.txt' }));
    await waitFor(() => expect(screen.queryByText('old.txt')).toBeNull());
  });

  it('keeps the focus on an action while it works, and runs it once', async () => {
    startApi().answer({ 'GET /api/file-shares': { body: rows } });
    let finish = (): void => undefined;
    const writeText = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    renderApp('/');
    const button = await screen.findByRole('button', { name: 'Copy link of report.pdf' });
    await userEvent.dblClick(button);
    // A browser takes the focus from a disabled element.
    expect(button).toHaveProperty('disabled', false);
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await waitFor(() => expect(writeText).toHaveBeenCalledTimes(1));
    finish();
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
  });

  it('resumes an active share with the same file only', async () => {
    startApi().answer({
      'GET /api/file-shares': { body: [{ ...share, fileSize: '5 Bytes' }] },
    });
    renderApp('/');
    const input = await screen.findByLabelText('Choose file to send report.pdf', {
      selector: 'input',
    });
    await userEvent.upload(input, new File(['other'], 'other.pdf'));
    expect(await screen.findByText('Not the same file')).toBeDefined();
    expect(sessions).toHaveLength(0);
    await userEvent.upload(input, file);
    await userEvent.click(await screen.findByRole('button', { name: 'Send from here' }));
    await waitFor(() => expect(sessions).toHaveLength(1));
    expect(await screen.findByText('Live')).toBeDefined();
  });

  it('asks before it ends what another tab sends, when the share is stopped and at the logout', async () => {
    const locks = installFakeLocks();
    const stop = 'POST /api/file-shares/abc/stop';
    const api = startApi();
    api.answer({ 'GET /api/file-shares': { body: [share] }, [stop]: { body: { success: true } } });
    renderApp('/');
    const endOther = await locks.holdElsewhere('tandem-send abc');
    for (const [name, title, text, action] of [
      ['Stop report.pdf', 'Stop sending?', 'Stopping', 'Stop sending'],
      ['Logout', 'Log out and stop sending?', 'Logging out', 'Log out and stop sending'],
    ] as const) {
      await userEvent.click(await screen.findByRole('button', { name }));
      const question = within(await screen.findByRole('dialog', { name: title }));
      const content = `Another tab of this browser is sending. ${text} interrupts its transfers.`;
      expect(question.getByText(content)).toBeDefined();
      expect(question.getByRole('button', { name: action })).toBeDefined();
      await userEvent.click(question.getByRole('button', { name: 'Keep sending' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    expect(api.to(stop)).toEqual([]);
    await endOther();
    await locks.holdElsewhere('tandem-send of-another-share');
    await userEvent.click(await screen.findByRole('button', { name: 'Stop report.pdf' }));
    await waitFor(() => expect(api.to(stop)).toHaveLength(1));
    locks.remove();
  });

  it('does not ask about a share without recipients that only this tab sends', async () => {
    const locks = installFakeLocks();
    const stop = 'POST /api/file-shares/abc/stop';
    const api = startApi();
    api.answer({
      'GET /api/file-shares': { body: [share] },
      'POST /api/file-shares': { status: 201, body: share },
      [stop]: { body: { success: true } },
    });
    renderApp('/');
    await chooseAndCreate();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(locks.names()).toContain('tandem-send abc'));
    await userEvent.click(await screen.findByRole('button', { name: 'Stop report.pdf' }));
    await waitFor(() => expect(api.to(stop)).toHaveLength(1));
    locks.remove();
  });

  it('shows that wrong passwords stopped a share, and from where', async () => {
    const stopNetworks = ['198.51.100.0/24', '2001:db8:1::/48'];
    const stopped = { ...share, isActive: false, stopReason: 'wrong-passwords', stopNetworks };
    startApi().answer({ 'GET /api/file-shares': { body: [stopped] } });
    renderApp('/');
    const from = /Stopped after several wrong passwords from 198\.51\.100\.0\/24, 2001:db8:1::\/48/;
    expect(await screen.findByText(from)).toBeDefined();
  });
});
