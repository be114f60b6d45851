/** A thread that renders the pages of one language; prerender.mjs starts one for each. */

import { parentPort, workerData } from 'node:worker_threads';

const { module, language, variants } = workerData;
const { renderTranslatedSite } = await import(module);
parentPort?.postMessage(await renderTranslatedSite(language, variants));
