import { Form, Input, Typography } from 'antd';

/** A one-time code (RFC 6238) as typed, without the spaces with which apps group the digits. */
export const readCode = (typed: string): string => typed.replaceAll(/\s/g, '');

interface CodeFieldProps {
  label: string;
  /** Shown for anything but six digits. */
  invalid: string;
  /** Why the last code was refused. */
  error?: string | undefined;
}

/** The field `code` of a form: a one-time password. */
export function CodeField({ label, invalid, error }: CodeFieldProps) {
  return (
    <>
      {error !== undefined && (
        <Typography.Paragraph type="danger" role="alert">
          {error}
        </Typography.Paragraph>
      )}
      <Form.Item
        name="code"
        label={label}
        rules={[{ required: true, pattern: /^\s*(\d\s*){6}$/, message: invalid }]}
        validateTrigger="onSubmit"
      >
        <Input
          autoFocus
          size="large"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
        />
      </Form.Item>
    </>
  );
}
