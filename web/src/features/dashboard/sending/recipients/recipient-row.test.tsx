import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { translatableTexts } from '../../../../../test/dom/translatable.js';
import { noFacts } from '../../../../transfer/progress/connection-facts.js';
import { createSender, link, share, tabLimit, withFreshDashboard } from '../../test/dashboard.js';
import { serve } from '../../test/served-share.js';

withFreshDashboard();

describe('a recipient on the dashboard', () => {
  it('shows progress, speed and time left per recipient, then the verification [2.104]', async () => {
    const { show } = await serve();
    show({ state: 'sending', recipients: [link({})] });
    expect(screen.getByText('Channel Ready')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Share Another File' })).toBeNull();
    expect(screen.getByText('42.0%')).toBeDefined();
    expect(
      screen.getByText('430.08 KB of 1.00 MB · 2.00 MB/s · 1m 5s left · Direct connection'),
    ).toBeDefined();
    const bar = screen.getByRole('progressbar', { name: 'Progress of Recipient 1' });
    // A line breaks neither before a dot nor between a number and its unit.
    expect(bar.getAttribute('aria-valuetext')).toBe(
      '42.0%, 430.08_KB of 1.00_MB_· 2.00_MB/s_· 1m 5s left'.replaceAll('_', '\u00a0'),
    );
    show({
      state: 'completed',
      recipients: [link({ state: 'completed', isVerified: true, proof: 'proven' })],
    });
    expect(screen.getByText('Transfer Complete')).toBeDefined();
    expect(screen.getByText(/Verified, identical to your copy/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Share Another File' })).toBeDefined();
  });

  it('keeps the names of files and people from the translator', async () => {
    const { show } = await serve({ ...share, label: 'Quarterly figures' });
    const person = { name: 'Grace Hopper', email: 'grace@example.com' };
    show({ state: 'sending', recipients: [link({ person }), link({ peerId: 'p2' })] });
    await userEvent.click(screen.getByRole('button', { name: 'Details of report.pdf' }));
    expect(await screen.findByRole('dialog')).toBeDefined();
    for (const name of ['report.pdf', 'Quarterly figures', 'Grace Hopper', 'grace@']) {
      expect(document.body.textContent).toContain(name);
      expect(translatableTexts(name)).toEqual([]);
    }
    expect(translatableTexts('Recipient 2')).toEqual(['Recipient 2']);
  });

  it.each([
    ['signed-in', ['grace@example.com', 'Signed in, according to their browser']],
    ['self-declared', ['grace@example.com', 'As entered by this person']],
    [undefined, ['grace@example.com']],
  ] as const)('says of a recipient whose page states %s: %j', async (basis, lines) => {
    const { show } = await serve();
    const person = { name: 'Grace', email: 'grace@example.com', ...(basis && { basis }) };
    show({ state: 'sending', recipients: [link({ person })] });
    const row = screen.getByText('Grace').closest('li');
    const notes = [...(row?.querySelectorAll('small') ?? [])].map((note) => note.textContent);
    expect(notes).toEqual(lines);
  });

  it('shows the details of the connection to each recipient, and limits all of them', async () => {
    const { show } = await serve();
    const connection = { ...noFacts, rttMs: 40, limitedBy: 'recipient-disk' as const };
    show({ state: 'sending', recipients: [link({ connection }), link({ peerId: 'p2' })] });
    await userEvent.click(screen.getByLabelText('Connection details of Recipient 1'));
    expect(await screen.findByText('40 ms')).toBeDefined();
    expect(
      screen.getByText('The recipient’s disk: it stores more slowly than the file arrives'),
    ).toBeDefined();
    await userEvent.click(screen.getByText('Speed limit'));
    await userEvent.click(await screen.findByRole('radio', { name: 'Leave room for others' }));
    expect(tabLimit.set).toHaveBeenCalledWith({ bytesPerSecond: null, isYielding: true });
    expect(createSender.mock.calls[0]?.[0].limit).toBe(tabLimit);
    localStorage.removeItem('rate-limit-send');
  });

  it('shows how much the recipient has stored', async () => {
    const { show } = await serve();
    show({ state: 'sending', recipients: [link({ storedBytes: 204_800 })] });
    expect(screen.getByText(/^430.08 KB of 1.00 MB · 200.00 KB on their device · /)).toBeDefined();
  });

  it('never shows more stored than sent: one figure may be newer than the other', async () => {
    const { show } = await serve();
    show({ state: 'sending', recipients: [link({ storedBytes: 524_288 })] });
    expect(screen.getByText(/^512.00 KB of 1.00 MB · 512.00 KB on their device · /)).toBeDefined();
  });

  it('shows verified only for a recipient that has proven that it has the link', async () => {
    const { show } = await serve();
    show({
      state: 'completed',
      recipients: [link({ state: 'completed', isVerified: true, proof: 'waived' })],
    });
    expect(screen.queryByText(/Verified/)).toBeNull();
    expect(screen.getByText(/Complete, with a matching checksum/)).toBeDefined();
  });

  it('says that a recipient did not prove to have the file', async () => {
    const { show } = await serve();
    show({
      state: 'completed',
      recipients: [link({ state: 'completed', isVerified: false, proof: 'proven' })],
    });
    expect(screen.queryByText(/Verified|matching checksum/)).toBeNull();
    expect(screen.getByText(/did not prove that it has the whole file/)).toBeDefined();
  });

  it('tells apart two recipients of the same name, also where only a screen reader names them', async () => {
    const { show } = await serve();
    const alex = (email: string) => ({ peerId: email, person: { name: 'Alex', email } });
    const both = ['alex@example.org', 'alex@example.com'].map(alex);
    show({ state: 'sending', recipients: both.map(link) });
    for (const role of ['button', 'progressbar'] as const) {
      const named = screen.getAllByRole(role, { name: /Alex/ });
      expect(new Set(named.map((one) => one.getAttribute('aria-label'))).size).toBe(2);
    }
    await userEvent.click(screen.getByRole('button', { name: /^Details of report/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Share File: report.pdf' }));
    show({
      state: 'waiting',
      recipients: both.map((one) => link({ ...one, state: 'waiting', approval: 'asking' })),
    });
    const questions = dialog.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(questions[0]).toContain('Alex (alex@example.org) wants to download report.pdf');
    expect(questions[1]).toContain('Alex (alex@example.com) wants to download report.pdf');
  });

  it('names recipients as they named themselves, and says who paused', async () => {
    const { show } = await serve();
    show({ state: 'sending', recipients: [link({})] });
    expect(screen.getByText('Recipient 1')).toBeDefined();
    const person = { name: 'Grace Hopper', email: 'grace@example.org' };
    show({
      state: 'sending',
      recipients: [link({ person, state: 'paused', pausedBy: 'there' })],
    });
    const name = screen.getByText('Grace Hopper').parentElement;
    expect(name?.textContent).toBe('Grace Hoppergrace@example.org');
    // A narrow column breaks the address there, not inside the host.
    expect(screen.getByText('grace@example.org').innerHTML).toBe('grace@<wbr>example.org');
    expect(screen.queryByText('Recipient 1')).toBeNull();
    expect(screen.getByText('Paused by the recipient')).toBeDefined();
    show({ state: 'sending', recipients: [link({ person, isStalled: true })] });
    expect(screen.getByText('Waiting for their device')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
  });
});
