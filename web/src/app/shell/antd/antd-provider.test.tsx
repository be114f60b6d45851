import { cleanup, render, screen } from '@testing-library/react';
import { Button } from 'antd';
import { AntdProvider } from './antd-provider.js';

afterEach(cleanup);

it('a button of two Chinese characters has no space between them', () => {
  render(
    <AntdProvider>
      <Button>選択</Button>
    </AntdProvider>,
  );
  expect(screen.getByRole('button').textContent).toBe('選択');
});
