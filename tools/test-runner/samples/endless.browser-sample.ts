import { test } from '@playwright/test';
import { lacksFirefox } from '../../bootstrap/install/programs.mjs';
import { launchBrowserProcess, launchFirefoxProcess } from '../../../web/e2e/support/browsers.js';

test('runs browsers until it is interrupted', async () => {
  await Promise.all([launchBrowserProcess(), ...(lacksFirefox() ? [] : [launchFirefoxProcess()])]);
  process.stdout.write('SAMPLE READY\n');
  await new Promise(() => undefined);
});
