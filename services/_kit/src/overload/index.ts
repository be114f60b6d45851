export {
  createAdmission,
  currentPermit,
  overloaded,
  runWithPermit,
  setAsideAfter,
  setAsideWhile,
  type Admission,
  type Permit,
} from './admission.js';
export { criticalityFrom, criticalityKey, type Criticality } from './criticality.js';
