import type { Round } from '../round.js';
import { killedEvents } from './r02-killed-events.js';
import { parallelCreates } from './r05-quota.js';
import { rollingRestarts } from './r07-rolling-restarts.js';
import { guessing } from './r08-guessing.js';
import { malformedFrames } from './r10-malformed-frames.js';
import { authorization } from './r11-authorization.js';
import { frozen } from './r12-frozen.js';
import { tamperedLog } from './r13-tampered-log.js';

export const rounds: readonly Round[] = [
  killedEvents,
  parallelCreates,
  rollingRestarts,
  guessing,
  malformedFrames,
  authorization,
  frozen,
  tamperedLog,
];
