import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  freeRecord,
  isPageTitle,
  proRecord,
  renderApp,
  startApi,
  tidyUp,
} from '../../../test/render-app.js';
import { standardPolicy } from '../../lib/http/policy.js';
import { getBrand } from '../../lib/texts/brand.js';
import { texts } from './texts.js';

afterEach(() => {
  tidyUp();
  jest.useRealTimers();
});

/** Opens /help and waits for it, or for the page it redirects to. */
const openHelp = async (): Promise<void> => {
  renderApp('/help');
  await waitFor(() =>
    expect(isPageTitle(screen.getByRole('heading', { level: 1 }).textContent)).toBe(true),
  );
};

describe('/help', () => {
  it('redirects users on the Free plan to the home page [2.23, 2.200, 6.7]', async () => {
    startApi();
    await openHelp();
    expect(screen.getByTestId('where').textContent).toBe('/');
  });

  it('stays while the plan cannot be loaded: a user who pays may need it then', async () => {
    startApi().answer({ 'GET /api/user': { status: 503, body: { message: 'Down.' } } });
    await openHelp();
    expect(screen.getByTestId('where').textContent).toBe('/help');
    expect(screen.getByRole('region', { name: 'Still stuck?' })).toBeDefined();
  });

  it('stays as it is during the next attempt to load the plan', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    const api = startApi();
    api.answer({ 'GET /api/user': { status: 503, body: { message: 'Down.' } } });
    await openHelp();
    const question = screen.getByRole('button', { name: 'How do I share a file?' });
    fireEvent.click(question);
    const tried = api.to('GET /api/user').length;
    api.answer({ 'GET /api/user': () => new Promise(() => undefined) });
    await act(() => jest.advanceTimersByTimeAsync(30_500));
    expect(api.to('GET /api/user')).toHaveLength(tried + 1);
    expect(question.isConnected).toBe(true);
    expect(question.getAttribute('aria-expanded')).toBe('true');
  });

  it.each(['active', 'proforever'])(
    'shows %s users the video and the support contact [2.22, 2.200, 2.201, 2.204, 6.10]',
    async (status) => {
      startApi().answer({
        'GET /api/user': { body: { ...freeRecord, subscriptionStatus: status } },
      });
      await openHelp();
      const video = screen.getByRole('link', { name: /Watch the video tutorial/ });
      expect(video.getAttribute('href')).toBe('/tutorial.webm');
      const contact = within(screen.getByRole('region', { name: 'Still stuck?' }));
      const promise = 'Paid plans have priority support: we answer within 24 hours.';
      expect(contact.getByText(promise, { exact: false })).toBeDefined();
    },
  );

  it('links to the support address of the configuration [2.203]', async () => {
    const product = { name: 'Tandem', slug: 'tandem', supportEmail: 'desk@example.org' };
    startApi().answer({
      'GET /api/config': { body: { firebase: { apiKey: 'key' }, policy: {}, product } },
      'GET /api/user': { body: proRecord },
    });
    await openHelp();
    await waitFor(() => expect(getBrand().supportEmail).toBe(product.supportEmail));
    // The address may break after its @, where the test library reads a space.
    const mail = screen.getByRole('link', { name: /desk@\s?example.org/ });
    expect(mail.getAttribute('href')).toBe('mailto:desk@example.org');
  });

  it('has eight questions and keeps at most one open [2.202]', async () => {
    startApi().answer({ 'GET /api/user': { body: proRecord } });
    await openHelp();
    const questions = screen.getAllByRole('button', { name: /\?$/ });
    expect(questions).toHaveLength(8);
    const [first, second] = questions;
    if (first === undefined || second === undefined) throw new Error('no questions');
    const isOpen = (element: HTMLElement): boolean =>
      element.getAttribute('aria-expanded') === 'true';
    const panel = within(screen.getByRole('region', { name: 'Frequently asked questions' }));
    const answers = (): HTMLElement[] => panel.queryAllByRole('region');
    expect(answers()).toHaveLength(0);
    await userEvent.click(first);
    expect(isOpen(first)).toBe(true);
    expect(answers()).toHaveLength(1);
    await userEvent.click(second);
    expect(isOpen(second)).toBe(true);
    expect(isOpen(first)).toBe(false);
    expect(answers()).toHaveLength(1);
  });

  it('describes cancelling ProForever as the settings do [4.27]', () => {
    const answerOf = (canCancel: boolean): string =>
      texts.faq({ ...standardPolicy, canCancelProForever: canCancel }, true).at(-1)?.answer ?? '';
    expect(answerOf(true)).not.toContain('cannot be cancelled');
    expect(answerOf(false)).toContain('cannot be cancelled');
  });
});
