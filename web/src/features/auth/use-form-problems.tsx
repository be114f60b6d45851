import type { FormInstance } from 'antd';
import { useState } from 'react';
import styles from './login-page.module.css';

/** A failure of a form: at the field that it concerns, which gets the focus, or above the form's button. */
export const useFormProblems = <Values extends object>(form: FormInstance<Values>) => {
  type Field = keyof Values & string;
  const [general, setGeneral] = useState('');
  const setErrors = (field: Field, errors: string[]): void =>
    // antd types the names of nested fields, which these forms do not have.
    form.setFields([{ name: field as never, errors }]);
  return {
    show: (message: string, field: Field | null): void => {
      if (field === null) {
        setGeneral(message);
        return;
      }
      setErrors(field, [message]);
      form.focusField(field);
    },
    /** For `onValuesChange`: clears the errors of the fields that the user has edited. */
    clear: (changed: Partial<Values>): void => {
      setGeneral('');
      for (const field of Object.keys(changed)) setErrors(field as Field, []);
    },
    general: general === '' ? null : <p className={styles.error}>{general}</p>,
  };
};
