type Source = Readonly<Record<string, string | undefined>>;

const insecureOptions = ['tlsinsecure', 'tlsallowinvalidcertificates', 'tlsallowinvalidhostnames'];

const databaseUsesTls = (url: string): boolean => {
  const query = url.slice(url.indexOf('?') + 1 || url.length);
  // The driver compares the names of options without regard to case.
  const options = [...new URLSearchParams(query)].map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  const given = options.filter(([name]) => name === 'tls' || name === 'ssl');
  // `mongodb+srv` implies TLS.
  const isOn = given.length > 0 || url.startsWith('mongodb+srv:');
  return (
    isOn &&
    given.every(([, value]) => value === 'true') &&
    options.every(([name, value]) => !insecureOptions.includes(name) || value === 'false')
  );
};

const checks: Readonly<Record<string, (url: string) => boolean>> = {
  MONGO_URL: databaseUsesTls,
  NATS_URL: (url) => url.startsWith('tls:'),
};

/** Faults of the addresses of database and broker where `REQUIRE_TLS` is set; without their values. */
export const missingTls = (source: Source): string[] =>
  source['REQUIRE_TLS'] !== 'true'
    ? []
    : Object.entries(checks)
        .filter(([name, usesTls]) => source[name] && !usesTls(source[name]))
        .map(([name]) => `${name}: REQUIRE_TLS demands an address with verified TLS`);
