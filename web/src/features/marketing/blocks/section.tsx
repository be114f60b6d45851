import type { ReactNode } from 'react';

interface SectionProps {
  heading: string;
  intro?: string | undefined;
  /** `split`: heading beside the content instead of above it. */
  layout?: 'stack' | 'split';
  id?: string;
  children: ReactNode;
}

export function Section({ heading, intro, layout = 'stack', id, children }: SectionProps) {
  return (
    <section id={id} className={`mk-section mk-section-${layout}`}>
      <div className="mk-section-head">
        <h2>{heading}</h2>
        {intro !== undefined && <p className="mk-intro">{intro}</p>}
      </div>
      <div className="mk-section-body">{children}</div>
    </section>
  );
}
