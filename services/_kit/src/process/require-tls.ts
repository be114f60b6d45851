type Source = Readonly<Record<string, string | undefined>>;

const databaseUsesTls = (url: string): boolean => {
  const [, query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  const given = parameters.get('tls') ?? parameters.get('ssl');
  // `mongodb+srv` implies TLS.
  return given === null ? url.startsWith('mongodb+srv:') : given === 'true';
};

const insecureOptions = ['tlsInsecure', 'tlsAllowInvalidCertificates', 'tlsAllowInvalidHostnames'];

const checks: Readonly<Record<string, (url: string) => boolean>> = {
  MONGO_URL: (url) =>
    databaseUsesTls(url) && !insecureOptions.some((name) => url.includes(`${name}=true`)),
  NATS_URL: (url) => url.startsWith('tls:'),
};

/** Faults of the addresses of database and broker where `REQUIRE_TLS` is set; without their values. */
export const missingTls = (source: Source): string[] =>
  source['REQUIRE_TLS'] !== 'true'
    ? []
    : Object.entries(checks)
        .filter(([name, usesTls]) => source[name] && !usesTls(source[name]))
        .map(([name]) => `${name}: REQUIRE_TLS demands an address with verified TLS`);
