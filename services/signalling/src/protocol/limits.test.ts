import { hardLimits, limits } from './limits.js';

describe('limits (protocol.md §1, limits)', () => {
  it('take effect before those of uWebSockets.js, which closes without a reason', () => {
    expect(hardLimits.frameBytes).toBeGreaterThan(limits.frameBytes);
    expect(hardLimits.backpressureBytes).toBeGreaterThan(limits.backpressureBytes);
  });
});
