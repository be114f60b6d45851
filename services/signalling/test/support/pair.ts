import { createWorld, type Client, type World, type WorldPod } from './world.js';

/** Two pods on one broker that know of each other, with time in our hand. */
export const startTwoPods = async () => {
  const world = createWorld();
  const a = world.startPod('a');
  const b = world.startPod('b');
  await world.pass(1_000);
  return { world, a, b };
};

/** What has been told so far is of no interest. */
export const forget = (...clients: Client[]) => clients.forEach((client) => client.news());

/** Sender on one pod, receiver on another, who have heard of each other. */
export const pairAcross = async (world: World, a: WorldPod, b: WorldPod) => {
  const sender = await world.join(a, 'S', 'owner');
  const receiver = await world.join(b, 'R', 'guest');
  forget(sender, receiver);
  return { sender, receiver };
};

/** An offer as small as one can be. */
export const offer = { type: 'offer', shareId: 's', payload: { sdp: 'v=0' } };
