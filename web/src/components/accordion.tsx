import { useId, useState } from 'react';
import styles from './accordion.module.css';
import { Icon } from './icon.js';

interface AccordionItem {
  title: string;
  text: string;
}

interface ItemProps {
  item: AccordionItem;
  isOpen: boolean;
  onToggle: () => void;
}

function Item({ item, isOpen, onToggle }: ItemProps) {
  const id = useId();
  return (
    <li>
      <h3>
        <button
          type="button"
          id={`${id}button`}
          aria-expanded={isOpen}
          aria-controls={`${id}panel`}
          onClick={onToggle}
        >
          <span>{item.title}</span>
          <Icon name="chevron" />
        </button>
      </h3>
      <div id={`${id}panel`} role="region" aria-labelledby={`${id}button`} hidden={!isOpen}>
        <p>{item.text}</p>
      </div>
    </li>
  );
}

/** A list of questions; at most one is open. */
export function Accordion({ items }: { items: readonly AccordionItem[] }) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <ul className={styles.accordion}>
      {items.map((item) => (
        <Item
          key={item.title}
          item={item}
          isOpen={open === item.title}
          onToggle={() => setOpen(open === item.title ? null : item.title)}
        />
      ))}
    </ul>
  );
}
