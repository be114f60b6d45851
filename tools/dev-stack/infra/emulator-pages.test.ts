import { createRequire } from 'node:module';
import { withoutInternet } from './emulator-pages.js';

const { WIDGET_UI } = createRequire(import.meta.url)(
  'firebase-tools/lib/emulator/auth/widget_ui',
) as { WIDGET_UI: string };

describe('the pages of the Auth emulator', () => {
  it('load nothing from the internet in the account chooser of the pinned version', () => {
    expect(WIDGET_UI).toMatch(/(src|href)="https:/);
    const page = withoutInternet(WIDGET_UI);
    expect(page).not.toMatch(/(src|href)="https:/);
    expect(page).toContain('js-new-account'); // keeps its own script and markup
  });

  it('load the shim instead of Google’s script in the helper frame', () => {
    const frame = '<script src="https://apis.google.com/js/api.js"></script>';
    expect(withoutInternet(frame)).toBe('<script src="/gapi-shim.js"></script>');
  });
});
