import { renderHook } from '@testing-library/react';
import { useLeaveWarning, warnBeforeLeaving } from './leave-warning.js';

const isAsked = (): boolean => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

describe('the warning before leaving', () => {
  it('is shown while any reason is active', () => {
    const first = renderHook((isActive: boolean) => useLeaveWarning('transfer', isActive), {
      initialProps: false,
    });
    expect(isAsked()).toBe(false);
    first.rerender(true);
    warnBeforeLeaving('sending', true);
    expect(isAsked()).toBe(true);
    first.unmount();
    expect(isAsked()).toBe(true);
    warnBeforeLeaving('sending', false);
    expect(isAsked()).toBe(false);
  });
});
