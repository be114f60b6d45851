import { createWorld, type Client, type World, type WorldPod } from './world.js';

/** Two pods on one broker that have seen each other's heartbeat; the test controls the clock. */
export const startTwoPods = async () => {
  const world = createWorld();
  const a = world.startPod('a');
  const b = world.startPod('b');
  await world.pass(1_000);
  return { world, a, b };
};

/** Skips the messages received so far. */
export const skipNews = (...clients: Client[]) => clients.forEach((client) => client.news());

/** A sender on one pod and a receiver on another, both notified of the other. */
export const pairAcross = async (world: World, a: WorldPod, b: WorldPod) => {
  const sender = await world.join(a, 'S', 'owner');
  const receiver = await world.join(b, 'R', 'guest');
  skipNews(sender, receiver);
  return { sender, receiver };
};

/** A minimal offer. */
export const offer = { type: 'offer', shareId: 's', payload: { sdp: 'v=0' } };
