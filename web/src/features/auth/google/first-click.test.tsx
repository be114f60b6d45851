/** The identity SDK itself, with a stand-in for Google's script. */

import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderApp, startApi, tidyUp } from '../../../../test/render-app.js';

const googleScript = (): HTMLScriptElement | null =>
  document.querySelector('script[src^="https://apis.google.com/js/api.js"]');

/** What the script defines once it has loaded: https://github.com/google/google-api-javascript-client */
const loadGoogle = (script: HTMLScriptElement): void => {
  const frame = {
    restyle: () => Promise.resolve(),
    ping: () => Promise.resolve(),
    register: () => undefined,
    send: () => undefined,
  };
  const open = (_options: object, onOpen: (opened: typeof frame) => Promise<unknown>) =>
    onOpen(frame);
  const gapi = {
    load: (_module: string, { callback }: { callback: () => void }) => callback(),
    iframes: { CROSS_ORIGIN_IFRAMES_FILTER: () => true, getContext: () => ({ open }) },
  };
  Object.assign(window, { gapi });
  const name = new URL(script.src).searchParams.get('onload') ?? '';
  (window as unknown as Record<string, () => void>)[name]?.();
};

/** Everything that belongs to the current event. */
const microtasks = async (): Promise<void> => {
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
};

afterEach(() => {
  tidyUp();
  jest.restoreAllMocks();
});

it('the first click opens the popup, while the browser still counts it as the click', async () => {
  startApi();
  const popup = { closed: false, focus: () => undefined, close: () => undefined };
  const open = jest.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
  renderApp('/login', null);
  const button = await screen.findByRole('button', { name: 'Sign in with Google' });
  const script = await waitFor(() => {
    const found = googleScript();
    if (found === null) throw new Error('Google’s script is not loaded');
    return found;
  });
  loadGoogle(script);
  await microtasks();
  fireEvent.click(button);
  await act(microtasks);
  expect(open).toHaveBeenCalledTimes(1);
  expect(String(open.mock.calls[0]?.[0])).toMatch(/^https:\/\/localhost\/__\/auth\/handler\?/);
});
