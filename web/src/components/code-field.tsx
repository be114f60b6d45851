import { Form, Input, Typography } from 'antd';

/** Keyboards in Arabic and Persian type the digits of these blocks, whose code points end in the digit. */
const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;

/**
 * A one-time code (RFC 6238) as typed: in ASCII digits, without the spaces with which apps group them, and without the
 * direction marks that are copied with text written from right to left.
 */
export const readCode = (typed: string): string =>
  typed
    // Full-width digits.
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}]/gu, '')
    .replaceAll(arabicDigits, (digit) => String(digit.charCodeAt(0) & 0xf));

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
        rules={[
          {
            required: true,
            pattern: /^\d{6}$/,
            transform: (typed?: string) => readCode(typed ?? ''),
            message: invalid,
          },
        ]}
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
