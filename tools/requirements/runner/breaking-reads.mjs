// A set-up file of Jest.

import { breakReadsOnce } from './broken-sources.mjs';

breakReadsOnce();
