/** What the browser does to the tab of a test. */

import { jest } from '@jest/globals';
import { act } from '@testing-library/react';

let visibility: { mockRestore(): void } | undefined;
afterEach(() => visibility?.mockRestore());

/** Sets the visibility of this tab until the end of the test. */
export const look = (state: DocumentVisibilityState): void => {
  visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
};

/** Whether the browser would ask before the page is closed now. */
export const isAskedBeforeLeaving = (): boolean => {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
};
