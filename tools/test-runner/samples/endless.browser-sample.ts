import { test } from '@playwright/test';
import { launchBrowserProcess, launchFirefoxProcess } from '../../../web/e2e/support/browsers.js';
import { lacksFirefox } from '../../bootstrap/install/programs.mjs';

test('runs browsers until it is interrupted', async () => {
  await Promise.all([launchBrowserProcess(), ...(lacksFirefox() ? [] : [launchFirefoxProcess()])]);
  process.stdout.write('SAMPLE READY\n');
  await new Promise(() => undefined);
});
