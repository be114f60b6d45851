/** Demo accounts, created in the Auth emulator at every start. */
const demoPassword = 'tandem-demo';

export interface DemoAccount {
  uid: string;
  label: string;
  email: string;
  password: string;
  displayName: string;
  plan: 'free' | 'active' | 'proforever';
  isAdmin: boolean;
}

export const demoAccounts: DemoAccount[] = [
  {
    uid: 'demo-free',
    label: 'Free',
    email: 'free@tandem.example',
    password: demoPassword,
    displayName: 'Frida Free',
    plan: 'free',
    isAdmin: false,
  },
  {
    uid: 'demo-pro',
    label: 'Pro',
    email: 'pro@tandem.example',
    password: demoPassword,
    displayName: 'Paul Pro',
    plan: 'active',
    isAdmin: false,
  },
  {
    uid: 'demo-admin',
    label: 'Admin',
    email: 'admin@tandem.example',
    password: demoPassword,
    displayName: 'Ada Admin',
    plan: 'free',
    isAdmin: true,
  },
];
