import type { Block } from '../content-types.js';
import { Routes, Scale } from './charts.js';
import { Comparison } from './comparison.js';
import { Faq } from './faq.js';
import { Aside, Figures, FurtherLink, Ledger, Prose } from './plain-blocks.js';
import { Steps } from './steps.js';
import { Times } from './times.js';

export function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'comparison':
      return <Comparison block={block} />;
    case 'steps':
      return <Steps block={block} />;
    case 'faq':
      return <Faq block={block} />;
    case 'figures':
      return <Figures block={block} />;
    case 'prose':
      return <Prose block={block} />;
    case 'times':
      return <Times block={block} />;
    case 'ledger':
      return <Ledger block={block} />;
    case 'aside':
      return <Aside block={block} />;
    case 'routes':
      return <Routes block={block} />;
    case 'scale':
      return <Scale block={block} />;
    case 'link':
      return <FurtherLink block={block} />;
  }
}
