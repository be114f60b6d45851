import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { ExtensionWarning } from './extension-warning.js';
import { hasExtensionTraces, isDevelopmentHost } from './extensions.js';

const pageWith = (body: string): Document =>
  new DOMParser().parseFromString(`<body>${body}</body>`, 'text/html');

describe('extension detection', () => {
  it.each([
    '<script src="chrome-extension://abc/inject.js"></script>',
    '<iframe src="moz-extension://abc/frame.html"></iframe>',
    '<link rel="stylesheet" href="safari-web-extension://abc/a.css">',
    '<grammarly-extension></grammarly-extension>',
    '<input data-lastpass-icon-root="">',
  ])('detects %s [8.101]', (body) => {
    expect(hasExtensionTraces(pageWith(body))).toBe(true);
  });

  it("ignores the page's own elements", () => {
    const own = '<script src="/assets/index.js"></script><img src="https://example.com/a.png">';
    expect(hasExtensionTraces(pageWith(own))).toBe(false);
  });

  it.each([
    ['localhost', true],
    ['127.0.0.1', true],
    ['app.dev.example.com', true],
    ['tandem.local', true],
    ['dev-1.example.com', true],
    ['tandem.example.com', false],
    ['tandem.dev', false],
    ['files.hospital.dev', false],
    ['developer.example.com', false],
  ])('treats %p as a development host: %p [9.36]', (hostname, expected) => {
    expect(isDevelopmentHost(hostname)).toBe(expected);
  });

  it('does not warn in the installed app on a development host [9.36]', async () => {
    expect(window.location.hostname).toBe('localhost');
    const matchMedia = window.matchMedia.bind(window);
    jest.useFakeTimers();
    try {
      window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: true });
      document.body.append(pageWith('<grammarly-extension></grammarly-extension>').body);
      render(<ExtensionWarning />);
      await act(() => jest.advanceTimersByTimeAsync(31_000));
      expect(screen.queryByText('Browser extension detected')).toBeNull();
    } finally {
      window.matchMedia = matchMedia;
      jest.useRealTimers();
    }
  });
});
