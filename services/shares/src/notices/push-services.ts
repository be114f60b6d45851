/** Push services of Chrome and Edge on Android and computers, Firefox, Safari, and Edge on Windows. */
export const knownPushServices =
  'fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com';

/**
 * Whether the endpoint belongs to a push service. Endpoints come from clients, which could otherwise make this service
 * send requests to any host.
 *
 * @param hosts `name`, `name:port` or `*.name`, which matches names below it at the default port
 */
export const isPushService = (endpoint: string, hosts: readonly string[]): boolean => {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, host, username, password } = new URL(endpoint);
  if (protocol !== 'https:' || username !== '' || password !== '') return false;
  return hosts.some((known) =>
    known.startsWith('*.') ? host.endsWith(known.slice(1)) : host === known,
  );
};
