import { Input, type InputProps } from 'antd';
import { Icon } from '../icon.js';
import { texts } from './texts.js';

/** Searches the rows of a list. antd's own button to empty it is named after its icon, in English. */
export function SearchField(props: Omit<InputProps, 'allowClear' | 'prefix'>) {
  const clearIcon = (
    <>
      <Icon name="close" />
      <span className="visually-hidden">{texts.clearSearch}</span>
    </>
  );
  return <Input {...props} allowClear={{ clearIcon }} prefix={<Icon name="search" />} />;
}
