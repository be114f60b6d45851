/**
 * A folder of sources has at most 15 files, so that its listing can be read at a glance. Reports the first file
 * of a larger folder, by name, once.
 */

import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';

export const maxFiles = 15;

const isSource = (/** @type {string} */ name) => /\.(tsx?|[cm]?js|css)$/.test(name);

/** @type {import('./rule.js').Rule} */
export const smallFolders = {
  meta: {
    type: 'layout',
    schema: [],
    messages: { tooMany: '{{folder}} has {{count}} source files; at most {{limit}} are allowed' },
  },
  create(context) {
    const { physicalFilename } = context;
    const folder = dirname(physicalFilename);
    return {
      Program(node) {
        const sources = readdirSync(folder, { withFileTypes: true })
          .filter((entry) => entry.isFile() && isSource(entry.name))
          .map((entry) => entry.name)
          .sort();
        // Stylesheets are counted but not linted.
        const first = sources.find((name) => !name.endsWith('.css'));
        if (sources.length <= maxFiles || first !== basename(physicalFilename)) return;
        const data = { folder, count: String(sources.length), limit: String(maxFiles) };
        context.report({ node, messageId: 'tooMany', data });
      },
    };
  },
};
