import { screen } from '@testing-library/react';
import { isPageTitle, renderApp, startApi, tidyUp } from '../../../test/render-app.js';

afterEach(tidyUp);

describe('public pages for signed-in users', () => {
  it.each([
    '/landing',
    '/terms',
    '/privacy',
    '/share/abc',
    '/tandem-vs-wetransfer',
    '/wetransfer-alternative',
    '/dropbox-alternative',
    '/file-too-big-for-gmail',
    '/send-large-files',
    '/send-10gb-file',
    '/p2p-file-transfer',
    '/hipaa-compliant-file-sharing',
    '/send-video-files',
  ])('%s stays open [2.24]', async (path) => {
    startApi();
    renderApp(path);
    expect(await screen.findByRole('heading', { level: 1, name: isPageTitle })).toBeDefined();
    expect(screen.queryByText('Page Not Found')).toBeNull();
    expect(screen.getByTestId('where').textContent).toBe(path);
  });
});
