import { open, validate, type CityResponse } from 'maxmind';

export interface Place {
  city: string | null;
  region: string | null;
  country: string | null;
}

const nowhere: Place = { city: null, region: null, country: null };

/** Location of an address according to the database. */
export type FindPlace = (ipAddress: string) => Place;

/** English names. The file is watched, so a new database takes effect without a restart. */
export const openPlaces = async (databasePath: string | undefined): Promise<FindPlace> => {
  if (!databasePath) return () => nowhere;
  const reader = await open<CityResponse>(databasePath, {
    watchForUpdates: true,
    watchForUpdatesNonPersistent: true,
  });
  return (ipAddress) => {
    const found = validate(ipAddress) ? reader.get(ipAddress) : null;
    if (!found) return nowhere;
    return {
      city: found.city?.names.en ?? null,
      region: found.subdivisions?.[0]?.names.en ?? null,
      country: found.country?.names.en ?? null,
    };
  };
};
