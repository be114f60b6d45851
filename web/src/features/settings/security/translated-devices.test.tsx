import { screen, within } from '@testing-library/react';
import { setTranslation } from '../../../lib/texts/catalogue.js';

const german = {
  device: (browser: string, system: string) => `${browser} auf ${system}`,
  unknownDevice: 'Unbekanntes Gerät',
};

beforeAll(() =>
  setTranslation({
    translate: <Texts,>(name: string, english: Texts): Texts => {
      if (name !== 'settings') return english;
      const { sessions, ...rest } = english as Texts & { sessions: object };
      return { ...rest, sessions: { ...sessions, ...german } } as Texts;
    },
    loadRest: () => Promise.resolve(),
  }),
);
afterAll(() => setTranslation(null));

it('a session has its device in the language of the page, or as sent if the page does not know it', async () => {
  const { renderApp, startApi, tidyUp } = await import('../../../../test/render-app.js');
  const session = {
    createdAt: '2026-11-20T10:00:00.000Z',
    lastUsedAt: '2026-11-22T10:00:00.000Z',
    isCurrent: false,
    isSameNetwork: true,
  };
  const devices = ['Samsung Internet on Android', 'Unknown device', 'Firefox'];
  startApi().answer({
    'GET /api/sessions': { body: devices.map((device) => ({ ...session, id: device, device })) },
  });
  renderApp('/settings');
  const panel = await screen.findByRole('region', { name: 'Where you are signed in' });
  const rows = await within(panel).findAllByRole('listitem');
  expect(rows.map((row) => row.querySelector('strong')?.textContent)).toEqual([
    'Samsung Internet auf Android',
    'Unbekanntes Gerät',
    'Firefox',
  ]);
  tidyUp();
});
