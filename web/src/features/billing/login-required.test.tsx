import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { renderApp, startApi, tidyUp } from '../../../test/render-app.js';
import { LoginRequired } from './login-required.js';

afterEach(() => {
  tidyUp();
  jest.useRealTimers();
});

describe('/subscribe for visitors', () => {
  it('redirects to /login 1.5 s after showing Login Required [6.23, 8.45, 9.38]', async () => {
    startApi();
    renderApp('/subscribe', null);
    await screen.findByText('Login Required');
    tidyUp();
    // The page's code is loaded, so timers can be faked.
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    renderApp('/subscribe', null);
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(screen.getByText('Login Required')).toBeDefined();
    const where = (): string => screen.getByTestId('where').textContent;
    await act(() => jest.advanceTimersByTimeAsync(1_499));
    expect(where()).toBe('/subscribe');
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(where()).toBe('/login?next=%2Fsubscribe');
  });

  it('leaves no page in the history that leads to /login again', async () => {
    jest.useFakeTimers();
    let goBack = (): void => undefined;
    function Page() {
      const navigate = useNavigate();
      goBack = () => void navigate(-1);
      const { pathname } = useLocation();
      return (
        <>
          <output data-testid="where">{pathname}</output>
          {pathname === '/subscribe' && <LoginRequired />}
        </>
      );
    }
    render(
      <MemoryRouter initialEntries={['/pricing', '/subscribe']}>
        <Page />
      </MemoryRouter>,
    );
    await act(() => jest.advanceTimersByTimeAsync(1_500));
    expect(screen.getByTestId('where').textContent).toBe('/login');
    act(() => goBack());
    expect(screen.getByTestId('where').textContent).toBe('/pricing');
  });
});
