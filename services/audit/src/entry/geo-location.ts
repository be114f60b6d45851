import { open, validate, type CityResponse } from 'maxmind';

export interface GeoLocation {
  city: string | null;
  region: string | null;
  country: string | null;
}

const nowhere: GeoLocation = { city: null, region: null, country: null };

interface Named {
  names?: { en?: string };
}

/** The fields read from a record. All are optional: a record of another schema must not prevent the recording of events. */
interface Place {
  city?: Named;
  subdivisions?: readonly Named[];
  country?: Named;
}

/** Location of an address according to the database. */
export type FindLocation = (ipAddress: string) => GeoLocation;

/** English names. The file is watched, so a new database takes effect without a restart. */
export const openLocations = async (databasePath: string | undefined): Promise<FindLocation> => {
  if (!databasePath) return () => nowhere;
  const reader = await open<CityResponse>(databasePath, {
    watchForUpdates: true,
    watchForUpdatesNonPersistent: true,
  });
  return (ipAddress) => {
    const found: Place | null = validate(ipAddress) ? reader.get(ipAddress) : null;
    if (!found) return nowhere;
    return {
      city: found.city?.names?.en ?? null,
      region: found.subdivisions?.[0]?.names?.en ?? null,
      country: found.country?.names?.en ?? null,
    };
  };
};
