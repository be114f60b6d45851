export {
  on,
  PoisonMessage,
  type EventBus,
  type EventHandler,
  type EventMessage,
  type EventMeta,
  type Subscription,
} from './bus.js';
export { createMemoryBus, type MemoryBus } from './memory.js';
export { redeliveryWindowMs } from './streams.js';
export { connectNats } from './connection/connect.js';
export { followStatus } from './connection/status.js';
export { createNatsBus } from './nats.js';
export { consumeEvents, openBus } from '../parts/bus.js';
export { observeBroker, type Observation } from './hints/observer.js';
export { followHint } from './hints/follow.js';
export { createHints, type PublishHint } from './hints/publish.js';
export { confirmQuestions, createAsk, type Ask, type Outcome } from './hints/question.js';
