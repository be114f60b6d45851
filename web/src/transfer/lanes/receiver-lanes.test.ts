import type { LaneSignal } from './lane-connection.js';
import { createReceiverLanes } from './receiver-lanes.js';

const offer = (lane: number): LaneSignal => ({
  type: 'lane-signal',
  lane,
  kind: 'offer',
  payload: { sdp: 'v=0' },
});

describe('the receiver’s lanes', () => {
  it('accept the agreed number, and another one when the sender’s repeated offer follows a close', () => {
    const opened: number[] = [];
    const closed: number[] = [];
    const lanes = createReceiverLanes({
      maxLanes: 2,
      openLane(lane, events) {
        opened.push(lane);
        events.onOpen(new EventTarget() as RTCDataChannel, []);
        return { receive: () => undefined, close: () => closed.push(lane) };
      },
      send: () => undefined,
      onOpen: () => undefined,
      onClosed: () => undefined,
      onMessage: () => undefined,
      onFailure: () => undefined,
    });
    for (const lane of [1, 2, 3, 3]) lanes.receive(offer(lane));
    expect(opened).toEqual([1, 2]);
    lanes.close(1);
    expect(closed).toEqual([1]);
    lanes.receive(offer(3));
    expect(opened).toEqual([1, 2, 3]);
    // A late copy of a closed lane's offer opens it no more.
    lanes.close(3);
    lanes.receive(offer(3));
    expect(opened).toEqual([1, 2, 3]);
  });
});
