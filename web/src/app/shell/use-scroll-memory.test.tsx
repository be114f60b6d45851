import { act, render } from '@testing-library/react';
import { MemoryRouter, useNavigate, type NavigateFunction } from 'react-router-dom';
import { useScrollMemory } from './use-scroll-memory.js';

describe('the scroll positions of a tab', () => {
  it('are kept for the latest hundred entries of its history', () => {
    let navigate: NavigateFunction = () => undefined;
    function Page(): null {
      useScrollMemory();
      navigate = useNavigate();
      return null;
    }
    render(
      <MemoryRouter>
        <Page />
      </MemoryRouter>,
    );
    for (let visit = 0; visit < 150; visit += 1) act(() => void navigate(`/page-${visit}`));
    window.dispatchEvent(new Event('pagehide'));
    const stored = JSON.parse(sessionStorage.getItem('scroll-positions') ?? '{}') as object;
    const pages = Object.keys(stored).map((entry) => entry.split(' ')[1]);
    expect(pages).toEqual(Array.from({ length: 100 }, (_, index) => `/page-${index + 50}`));
  });
});
