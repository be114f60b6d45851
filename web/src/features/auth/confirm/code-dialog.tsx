import { Button, Form, Modal } from 'antd';
import { CodeField, readCode } from '../../../components/code-field.js';
import {
  answerCodeQuestion,
  useCodeReason,
} from '../../../lib/account/second-factor/code-question.js';
import { useBrand } from '../../../lib/texts/brand.js';
import { texts } from '../texts.js';
import styles from './code-dialog.module.css';

const { code: words } = texts;

/** Asks for the code of the second factor, while a sign-in waits for it. */
export function CodeDialog() {
  const reason = useCodeReason();
  const { supportEmail } = useBrand();
  const [form] = Form.useForm<{ code: string }>();
  return (
    <Modal
      open={reason !== null}
      title={words.title}
      footer={null}
      destroyOnHidden
      onCancel={() => answerCodeQuestion(null)}
      // The dialog gives the focus to its first button, which closes it.
      afterOpenChange={(isOpen) => isOpen && form.focusField('code')}
    >
      <Form<{ code: string }>
        form={form}
        layout="vertical"
        requiredMark={false}
        name="second-factor"
        onFinish={({ code }) => answerCodeQuestion(readCode(code))}
      >
        <Form.Item>{reason === 'changed' ? words.changed : words.text}</Form.Item>
        <CodeField
          label={words.label}
          invalid={words.invalid}
          error={reason === 'wrong' ? words.wrong : undefined}
        />
        <Button block size="large" type="primary" htmlType="submit">
          {words.confirm}
        </Button>
      </Form>
      <p className={styles.lost}>{words.lost(supportEmail)}</p>
    </Modal>
  );
}

export default CodeDialog;
