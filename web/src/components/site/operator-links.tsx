import { useMemo } from 'react';
import { useConfig } from '../../lib/http/use-config.js';
import { readOperatorLinks } from '../../lib/links/operator-links.js';

/** The links that the operator has configured; nothing without any. */
export function OperatorLinks() {
  const configured = useConfig()?.operatorLinks;
  const links = useMemo(() => readOperatorLinks(configured), [configured]);
  return links.map(({ label, href }) => (
    <a key={href} href={href}>
      {label}
    </a>
  ));
}
