import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { PartBoundary } from '../../components/parts/part-boundary.js';

/** Shows the failure of a page until the user opens another one. */
export function PageBoundary({ children }: { children: ReactNode }) {
  return (
    <PartBoundary place="document" resetKey={useLocation().pathname}>
      {children}
    </PartBoundary>
  );
}
