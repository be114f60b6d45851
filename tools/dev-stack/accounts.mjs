/** Accounts for looking around, made anew with every run of the Auth emulator and never anywhere else. */
const PASSWORD = 'tandem-demo';

/**
 * @typedef {object} DemoAccount
 * @property {string} uid
 * @property {string} label
 * @property {string} email
 * @property {string} password
 * @property {string} displayName
 * @property {'free' | 'active' | 'proforever'} plan
 * @property {boolean} isAdmin
 */

/** @type {DemoAccount[]} */
export const demoAccounts = [
  {
    uid: 'demo-free',
    label: 'Free',
    email: 'free@tandem.example',
    password: PASSWORD,
    displayName: 'Frida Free',
    plan: 'free',
    isAdmin: false,
  },
  {
    uid: 'demo-pro',
    label: 'Pro',
    email: 'pro@tandem.example',
    password: PASSWORD,
    displayName: 'Paul Pro',
    plan: 'active',
    isAdmin: false,
  },
  {
    uid: 'demo-admin',
    label: 'Admin',
    email: 'admin@tandem.example',
    password: PASSWORD,
    displayName: 'Ada Admin',
    plan: 'free',
    isAdmin: true,
  },
];
