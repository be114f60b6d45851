import { hardLimits, limits } from './limits.js';

describe('limits (protocol.md §1, limits)', () => {
  it('allow a sender to send its queue and to negotiate with a receiver, on any pod', () => {
    const burst = limits.minBurstReceivers * limits.messageBurst;
    expect(burst).toBeGreaterThanOrEqual(limits.queuedSignals + limits.messageBurst);
  });

  it('take effect before those of uWebSockets.js, which closes without a reason', () => {
    expect(hardLimits.frameBytes).toBeGreaterThan(limits.frameBytes);
    expect(hardLimits.backpressureBytes).toBeGreaterThan(limits.backpressureBytes);
  });
});
