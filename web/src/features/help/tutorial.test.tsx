import { jest } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { proRecord, renderApp, startApi, tidyUp } from '../../../test/render-app.js';
import { captionsOf } from './captions.js';
import { texts } from './texts.js';
import { cutsMs } from './tutorial-cuts.js';

const files: Blob[] = [];

/** jsdom has no addresses of blobs. */
beforeEach(() => {
  Object.assign(URL, {
    createObjectURL: (file: Blob) => `blob:captions-${files.push(file)}`,
    revokeObjectURL: () => undefined,
  });
});
afterEach(() => {
  tidyUp();
  jest.restoreAllMocks();
});

const openHelp = async (): Promise<HTMLElement> => {
  startApi().answer({ 'GET /api/user': { body: proRecord } });
  renderApp('/help');
  return screen.findByRole('link', { name: /Watch the video tutorial/ });
};

const video = (): HTMLVideoElement => {
  const player = document.querySelector('video');
  if (player === null) throw new Error('no video');
  return player;
};

const preferReducedMotion = (): void => {
  const list = window.matchMedia('(prefers-reduced-motion: reduce)');
  jest.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(list, { matches: true }));
};

describe('the tutorial', () => {
  it('opens in the page, with controls, and has the focus [2.201]', async () => {
    await userEvent.click(await openHelp());
    expect(video().getAttribute('src')).toBe('/tutorial.webm');
    expect(video().controls).toBe(true);
    expect(video().autoplay).toBe(true);
    expect(document.activeElement).toBe(video());
  });

  it('does not play automatically where motion is reduced [2.201]', async () => {
    const link = await openHelp();
    preferReducedMotion();
    await userEvent.click(link);
    expect(video().autoplay).toBe(false);
  });

  it('has a caption for each scene, and the same text beside it [2.201]', async () => {
    await userEvent.click(await openHelp());
    const track = video().querySelector('track');
    expect(track?.getAttribute('src')).toBe(`blob:captions-${files.length}`);
    expect([track?.kind, track?.srclang, track?.default]).toEqual(['captions', 'en', true]);
    expect(files.at(-1)?.type).toBe('text/vtt');
    const panel = within(screen.getByRole('region', { name: 'Watch the video tutorial' }));
    const steps = panel.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(steps).toEqual(texts.steps);
    expect(steps.length).toBeGreaterThan(4);
  });

  it('is opened as a file with a modifier key', async () => {
    const link = await openHelp();
    // jsdom does not navigate; the page must leave the event to the browser.
    const stop = jest.fn((event: Event) => event.preventDefault());
    document.body.addEventListener('click', stop, { once: true });
    fireEvent.click(link, { ctrlKey: true });
    expect(document.querySelector('video')).toBeNull();
  });
});

describe('the captions', () => {
  it('are WebVTT, one cue per scene', () => {
    expect(captionsOf(['One.', 'Two.'], [0, 4500, 65_250])).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:04.500\nOne.\n\n00:00:04.500 --> 00:01:05.250\nTwo.\n',
    );
  });

  it('have the scenes of the recording', () => {
    expect(cutsMs).toHaveLength(texts.steps.length + 1);
    expect([...cutsMs].sort((a, b) => a - b)).toEqual(cutsMs);
  });
});
