import { loadConfig } from '../../lib/http/config.js';

/**
 * The SDK's popup loads a helper script from Google. With the Auth emulator there may be no internet,
 * so the emulator serves a stand-in; the SDK uses it when it is there first.
 */
let loading: Promise<void> | null = null;

const load = (address: string): Promise<void> =>
  new Promise((resolve) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = () => resolve();
    // Another emulator, without the stand-in: the SDK then asks Google as usual.
    script.onerror = () => resolve();
    document.head.append(script);
  });

/** Resolves at once unless the identity provider is the Auth emulator. */
export const preparePopup = async (): Promise<void> => {
  const { firebase } = await loadConfig();
  if (firebase.emulatorOrigin === null) return;
  await (loading ??= load(`${firebase.emulatorOrigin}/gapi-shim.js`));
};
