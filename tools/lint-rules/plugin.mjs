import { functionStyle } from './function-style.mjs';
import { names } from './names.mjs';
import { smallFolders } from './small-folders.mjs';
import { textsInCatalogue } from './texts-in-catalogue.mjs';

/** The rules of this repository, for oxlint (.oxlintrc.json). */
export default {
  meta: { name: 'tandem' },
  rules: {
    'function-style': functionStyle,
    names,
    'small-folders': smallFolders,
    'texts-in-catalogue': textsInCatalogue,
  },
};
