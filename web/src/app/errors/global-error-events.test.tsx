import { jest } from '@jest/globals';
import { clearToasts, getToasts } from '../../components/toast/index.js';
import { installGlobalErrorHandlers } from './global-errors.js';

describe('global errors', () => {
  it('logs an uncaught error, and shows a toast for a network rejection [8.8]', () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const target = new EventTarget();
    installGlobalErrorHandlers(target as Window);
    clearToasts();
    const failure = new Error('Failed to fetch');
    target.dispatchEvent(Object.assign(new Event('error'), { error: failure }));
    expect(log).toHaveBeenCalledWith('unhandled error', failure);
    expect(getToasts()).toHaveLength(0);
    const rejection = new Event('unhandledrejection', { cancelable: true });
    target.dispatchEvent(Object.assign(rejection, { reason: failure }));
    expect(rejection.defaultPrevented).toBe(true);
    expect(getToasts()[0]?.title).toBe('Connection Error');
    log.mockRestore();
  });
});
