export { createAuthority } from '../certificates/authority.js';
export { writeCertificates } from '../certificates/files.js';
export {
  actingAs,
  clientFor,
  fakeCredentials,
  testAssertion,
  testAssertionKeys,
  testAssertions,
  testAuthority,
  testCredentials,
} from './credentials.js';
export { startLocalMongo, startMongo, type TestMongo } from './mongo.js';
export { startNats, type TestNats } from './nats.js';
export { unlimitedAdmission } from './admission.js';
export { testDeadlineMs } from './deadline.js';
export { freePort, startProcess } from './process.js';
export {
  connectTurn,
  untilRelayAnswers,
  type TurnClient,
  type TurnCredentials,
} from './turn-client.js';
