/** The app, in the language that main.ts has loaded. */

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { installGlobalErrorHandlers } from './app/errors/global-errors.js';
import { sweepReceivedFiles } from './app/pwa/received-files.js';
import { registerServiceWorker } from './app/pwa/service-worker.js';
import { texts } from './app/texts.js';
import { restoreToast, toast } from './components/toast/index.js';
import { startSession } from './lib/account/session.js';
import { watchInstallPrompt } from './lib/browser/install-prompt.js';
import { ignoreStrayDrops } from './lib/browser/stray-drops.js';
import { followThemeMode } from './lib/browser/theme-mode.js';
import { keepTranslatedTexts } from './lib/browser/translation/translated-texts.js';
import { installTrustedTypes } from './lib/browser/trusted-types/trusted-types.js';
import { loadConfig } from './lib/http/config.js';

installTrustedTypes();
installGlobalErrorHandlers();
followThemeMode();
ignoreStrayDrops();
keepTranslatedTexts();
watchInstallPrompt(() => toast({ variant: 'success', ...texts.installed }));
void startSession();
restoreToast();
loadConfig().catch(() => console.warn('the configuration could not be loaded yet'));

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

sweepReceivedFiles();
if (import.meta.env.PROD) registerServiceWorker();
