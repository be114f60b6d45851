import { LoginPage } from '../../features/auth/login-page.js';
import { AntdProvider } from '../shell/antd-provider.js';

/** The login page with antd and nothing else of the signed-in app. */
export default function LoginRoute() {
  return (
    <AntdProvider>
      <LoginPage />
    </AntdProvider>
  );
}
