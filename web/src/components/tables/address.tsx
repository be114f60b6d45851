import { Fragment } from 'react';

/**
 * An e-mail address or a person's name, which the browser's translator must not change. In a narrow column an address
 * breaks after its @ before it breaks inside a name.
 */
export function Address({ text }: { text: string }) {
  return (
    <span translate="no">
      {text.split(/(?<=@)/).map((part, index) => (
        // The parts of one text do not move.
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
