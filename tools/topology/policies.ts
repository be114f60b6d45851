import {
  contentPolicy,
  pageClasses,
  reportPath,
  type PolicySources,
} from '../../proto/browser/content-policy.js';
import { pagePatterns, type PageClass } from '../../proto/browser/page-class.js';

/** Variables of nginx, written by deploy/docker/web/build-variables.mjs. */
const imageSources: PolicySources = {
  assets: ['$asset_origins'],
  servers: ['$server_origins'],
  authFrames: ['$auth_frames'],
  emulator: ['$emulator_origins'],
  inlineScripts: ['$inline_scripts'],
  reports: '$report_address',
  // The image also serves plain HTTP.
  isHttps: false,
};

/** Variables of the template `tandem.webPolicies`; the hashes of scripts are those of the image. */
const chartSources: PolicySources = {
  ...imageSources,
  assets: ['{{ $cdn }}'],
  servers: ['{{ $servers }}'],
  authFrames: ['{{ $auth }}'],
  emulator: ['{{ $emulator }}'],
  reports: reportPath,
};

/** nginx compares the original request, with its query: $uri is that of the file after try_files. */
const patternOf = (page: PageClass): string =>
  page === 'app' ? 'default' : `"~${pagePatterns[page].replace(/\$$/, '(\\?|$)')}"`;

const policyMap = (sources: PolicySources): string =>
  [
    'map $request_uri $content_policy {',
    ...pageClasses.map((page) => `  ${patternOf(page)} "${contentPolicy(page, sources)}";`),
    '}',
  ].join('\n');

export const imagePolicies = (): string => policyMap(imageSources);
export const chartPolicies = (): string => policyMap(chartSources);
