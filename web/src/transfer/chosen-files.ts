/** What pages call when a file is chosen. Apart from `pure.ts`, because the recipient's page needs nothing of it. */
export { firstSampleOf, inheritFirstSample } from './send/source/file-sample.js';
