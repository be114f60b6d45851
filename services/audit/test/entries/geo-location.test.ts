import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocations } from '../../src/entry/geo-location.js';
import { geoDatabase } from './geo-database.js';

const nowhere = { city: null, region: null, country: null };

describe('city, region and country', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tandem-geo-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('come from a MaxMind-format database; unknown and private addresses have none', async () => {
    const path = join(folder, 'city.mmdb');
    const database = geoDatabase({
      '203.0.113.0/24': {
        city: { names: { en: 'Lisbon', pt: 'Lisboa' } },
        subdivisions: [{ names: { en: 'Lisbon District' } }],
        country: { names: { en: 'Portugal' } },
      },
      '198.51.100.0/24': { country: { names: { en: 'Iceland' } } },
    });
    await writeFile(path, database);
    const findLocation = await openLocations(path);
    expect(findLocation('203.0.113.9')).toEqual({
      city: 'Lisbon',
      region: 'Lisbon District',
      country: 'Portugal',
    });
    expect(findLocation('198.51.100.1')).toEqual({ ...nowhere, country: 'Iceland' });
    for (const address of ['192.0.2.1', '10.0.0.1', '127.0.0.1', '', 'not an address', '::1']) {
      expect(findLocation(address)).toEqual(nowhere);
    }
  });

  it('are unknown for a record of another schema, and the event is recorded nevertheless', async () => {
    const path = join(folder, 'other.mmdb');
    const texts = { city: 'Lisbon', region: 'Lisbon District', country: 'PT' };
    const withoutNames = {
      city: { geoname_id: 1 },
      subdivisions: [{ geoname_id: 2 }],
      country: {},
    };
    const onlyLocal = { city: { names: { pt: 'Lisboa' } } };
    await writeFile(
      path,
      geoDatabase({
        '203.0.113.0/24': texts,
        '198.51.100.0/24': withoutNames,
        '192.0.2.0/24': onlyLocal,
      }),
    );
    const findLocation = await openLocations(path);
    for (const address of ['203.0.113.9', '198.51.100.1', '192.0.2.1'])
      expect(findLocation(address)).toEqual(nowhere);
  });

  it('are unknown without a database; a wrong path fails at start', async () => {
    const findLocation = await openLocations(undefined);
    expect(findLocation('203.0.113.9')).toEqual(nowhere);
    await expect(openLocations(join(folder, 'absent.mmdb'))).rejects.toThrow(/absent\.mmdb/);
  });
});
