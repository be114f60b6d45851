import { useLocation } from 'react-router-dom';
import { LoginPage } from '../../features/auth/login-page.js';
import { AntdProvider } from '../shell/antd/antd-provider.js';

/** The login page with antd and nothing else of the signed-in app. A link from it to itself prefills the form anew. */
export default function LoginRoute() {
  const { key } = useLocation();
  return (
    <AntdProvider>
      <LoginPage key={key} />
    </AntdProvider>
  );
}
