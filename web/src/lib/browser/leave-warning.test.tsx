import { renderHook } from '@testing-library/react';
import { isAskedBeforeLeaving } from '../../../test/dom/tab.js';
import { useLeaveWarning, warnBeforeLeaving } from './leave-warning.js';

describe('the warning before leaving', () => {
  it('is shown while any reason is active', () => {
    const first = renderHook((isActive: boolean) => useLeaveWarning('transfer', isActive), {
      initialProps: false,
    });
    expect(isAskedBeforeLeaving()).toBe(false);
    first.rerender(true);
    warnBeforeLeaving('sending', true);
    expect(isAskedBeforeLeaving()).toBe(true);
    first.unmount();
    expect(isAskedBeforeLeaving()).toBe(true);
    warnBeforeLeaving('sending', false);
    expect(isAskedBeforeLeaving()).toBe(false);
  });
});
