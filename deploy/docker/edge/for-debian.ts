/**
 * Adapts the configuration to Debian's Caddy 2.6, which lacks a load-balancing policy of 2.7, names the option for the
 * certificate authority differently, and checks the health of TLS upstreams over TLS even on excepted ports
 * (https://github.com/caddyserver/caddy/pull/5591).
 */
export const forDebian = (caddyfile: string, authority: string): string =>
  caddyfile
    .replace('lb_policy query share', 'lb_policy ip_hash')
    .replace('health_port 9464', '')
    .replaceAll('tls_trust_pool file /run/tls/ca.crt', `tls_trusted_ca_certs ${authority}`);
