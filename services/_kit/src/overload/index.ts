export {
  createAdmission,
  currentPermit,
  overloaded,
  runWithPermit,
  yieldPlaceAfter,
  yieldPlaceWhile,
  type Admission,
  type Permit,
} from './admission.js';
export { criticalityFrom, criticalityKey, type Criticality } from './criticality.js';
export { createTurns, type Turns } from './turns.js';
