import { loadConfig } from '../../../lib/http/config.js';

interface TrustedTypesWindow {
  trustedTypes?: {
    createPolicy: (
      name: string,
      rules: { createScriptURL: (address: string) => string },
    ) => { createScriptURL: (address: string) => string };
  };
}

/**
 * The SDK's popup loads a helper script from Google. The Auth emulator may run offline, so it serves a stand-in, which
 * the SDK uses if it is already loaded.
 */
let loading: Promise<void> | null = null;

/** The app's policy of Trusted Types allows no scripts of the emulator, which exists only in development. */
const trusted = (address: string): string => {
  const { trustedTypes } = window as TrustedTypesWindow;
  const policy = trustedTypes?.createPolicy('emulator', { createScriptURL: (text) => text });
  return policy?.createScriptURL(address) ?? address;
};

const load = (address: string): Promise<void> =>
  new Promise((resolve) => {
    const script = document.createElement('script');
    script.src = trusted(address);
    script.onload = () => resolve();
    // Another emulator, without the stand-in: the SDK then loads Google's script.
    script.onerror = () => resolve();
    document.head.append(script);
  });

/** Loads the stand-in if the identity provider is the Auth emulator. */
export const preparePopup = async (): Promise<void> => {
  const { firebase } = await loadConfig();
  if (firebase.emulatorOrigin === null) return;
  await (loading ??= load(`${firebase.emulatorOrigin}/gapi-shim.js`));
};
