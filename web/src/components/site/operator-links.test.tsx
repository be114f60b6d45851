import { screen } from '@testing-library/react';
import { renderApp, startApi, tidyUp } from '../../../test/render-app.js';

afterEach(tidyUp);

const links = {
  imprint: 'https://example.com/imprint',
  status: 'https://status.example.com/',
  source: 'https://code.example.com/tandem',
  securityContact: 'mailto:security@example.com',
};
const labels = ['Legal notice', 'Service status', 'Source code', 'Security contact'];

const open = async (path: string, operatorLinks: unknown, user?: null): Promise<void> => {
  startApi().answer({
    'GET /api/config': { body: { firebase: { apiKey: 'key' }, policy: {}, operatorLinks } },
  });
  renderApp(path, user);
  await screen.findByRole('heading', { level: 1 });
};

const shown = (): (string | null)[] =>
  labels.map((name) => screen.queryByRole('link', { name })?.getAttribute('href') ?? null);

describe('the links of the operator', () => {
  it.each([
    ['/landing', null],
    ['/send-large-files', null],
    ['/terms', null],
    ['/login', null],
    ['/share/AAAAAAAAAAAAAAAAAAAAAA', null],
    ['/', undefined],
    ['/settings', undefined],
  ])('are in the footer of %s', async (path, user) => {
    await open(path, links, user);
    await screen.findByRole('link', { name: 'Legal notice' });
    expect(shown()).toEqual(Object.values(links));
  });

  it('are shown one by one', async () => {
    await open('/landing', { ...links, imprint: null, source: '' }, null);
    await screen.findByRole('link', { name: 'Service status' });
    expect(shown()).toEqual([null, links.status, null, links.securityContact]);
  });

  it.each([
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['http://example.com/', 'data:text/html,x'],
    ['mailto:imprint@example.com', 'security@example.com'],
  ])('are not shown with other addresses: %s, %s', async (imprint, securityContact) => {
    await open('/landing', { imprint, status: links.status, securityContact }, null);
    await screen.findByRole('link', { name: 'Service status' });
    expect(shown()).toEqual([null, links.status, null, null]);
  });
});
