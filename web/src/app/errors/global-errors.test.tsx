import { jest } from '@jest/globals';
import { clearToasts, getToasts } from '../../components/toast/index.js';
import { handleRejection } from './global-errors.js';

const reject = (reason: unknown) => {
  const preventDefault = jest.fn();
  handleRejection({ reason, preventDefault } as unknown as PromiseRejectionEvent);
  return preventDefault;
};

describe('unhandled rejections', () => {
  const log = jest.spyOn(console, 'error');
  beforeEach(() => {
    log.mockReset();
    log.mockImplementation(() => undefined);
    clearToasts();
  });
  afterAll(() => log.mockRestore());

  it.each([
    new TypeError('Failed to fetch'),
    new Error('Network request failed'),
    'WebSocket is closed',
  ])('%p is shown as a connection error [8.7]', (reason) => {
    expect(reject(reason)).toHaveBeenCalled();
    expect(getToasts()[0]).toMatchObject({
      variant: 'destructive',
      title: 'Connection Error',
      description: 'Unable to connect to server. Please check your internet connection.',
    });
  });

  it('logs any other rejection and prevents its default [8.6]', () => {
    expect(reject(new Error('something odd'))).toHaveBeenCalled();
    expect(log).toHaveBeenCalled();
    expect(getToasts()).toHaveLength(0);
  });
});
