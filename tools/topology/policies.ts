import {
  contentPolicy,
  engineHeader,
  integrityPolicy,
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

const map = (variable: string, valueOf: (page: PageClass) => string): string =>
  [
    `map $request_uri $${variable} {`,
    ...pageClasses.map((page) => `  ${patternOf(page)} "${valueOf(page)}";`),
    '}',
  ].join('\n');

const policyMaps = (sources: PolicySources): string =>
  [
    map('content_policy', (page) => contentPolicy(page, sources)),
    map('page_integrity_policy', integrityPolicy),
    `map $http_${engineHeader.replaceAll('-', '_')} $integrity_policy {`,
    '  "" "";',
    '  default $page_integrity_policy;',
    '}',
  ].join('\n');

export const imagePolicies = (): string => policyMaps(imageSources);
export const chartPolicies = (): string => policyMaps(chartSources);
