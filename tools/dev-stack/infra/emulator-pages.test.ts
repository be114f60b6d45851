import { createRequire } from 'node:module';
import { withoutInternet } from './emulator-pages.mjs';

const { WIDGET_UI } = createRequire(import.meta.url)(
  'firebase-tools/lib/emulator/auth/widget_ui',
) as { WIDGET_UI: string };

describe('the Auth emulator’s pages without the internet', () => {
  it('the account chooser of the pinned version loads nothing from elsewhere', () => {
    expect(WIDGET_UI).toMatch(/(src|href)="https:/); // what the rewriting is for
    const page = withoutInternet(WIDGET_UI);
    expect(page).not.toMatch(/(src|href)="https:/);
    expect(page).toContain('js-new-account'); // its own script and markup are still there
  });

  it('the helper frame loads the stand-in for Google’s script', () => {
    const frame = '<script src="https://apis.google.com/js/api.js"></script>';
    expect(withoutInternet(frame)).toBe('<script src="/gapi-shim.js"></script>');
  });
});
