import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { installGlobalErrorHandlers } from './app/global-errors.js';
import { registerServiceWorker } from './app/service-worker.js';
import { loadConfig } from './lib/config.js';
import { startSession } from './lib/session.js';
import { applyThemeMode } from './lib/theme-mode.js';
import './theme/base.css';

installGlobalErrorHandlers();
applyThemeMode();
void startSession();
loadConfig().catch(() => console.warn('the configuration could not be loaded yet'));

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

if (import.meta.env.PROD) registerServiceWorker();
