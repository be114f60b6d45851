import { Fragment } from 'react';

/** An e-mail address in a narrow column: breaks after its @ before it breaks inside a name. */
export function Address({ text }: { text: string }) {
  return text.split(/(?<=@)/).map((part, index) => (
    // The parts of one text do not move.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
