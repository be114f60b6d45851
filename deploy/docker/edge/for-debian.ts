/**
 * For the Caddy 2.6 of Debian: it lacks a policy of 2.7, has another word for the authority, and checks the health of TLS
 * upstreams over TLS at excepted ports too (https://github.com/caddyserver/caddy/pull/5591).
 */
export const forDebian = (caddyfile: string, authority: string): string =>
  caddyfile
    .replace('lb_policy query share', 'lb_policy ip_hash')
    .replace('health_port 9464', '')
    .replaceAll('tls_trust_pool file /run/tls/ca.crt', `tls_trusted_ca_certs ${authority}`);
