import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { PartBoundary } from '../../components/parts/part-boundary.js';

/** A page that fails does not keep the next one from being shown. */
export function PageBoundary({ children }: { children: ReactNode }) {
  return (
    <PartBoundary place="document" resetKey={useLocation().pathname}>
      {children}
    </PartBoundary>
  );
}
