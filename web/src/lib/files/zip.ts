/**
 * The headers and the central directory of an uncompressed ZIP archive (PKWARE's APPNOTE 6.3.10). Sizes and checksums
 * are known beforehand, so each local header contains them and no data descriptor follows: strict readers (macOS,
 * Java) refuse data descriptors after stored files, and archives above 4 GiB with them.
 */
export interface ZipEntry {
  /** With slashes, relative, unique. */
  path: string;
  bytes: number;
  crc32: number;
  /** Milliseconds since 1970. */
  modifiedMs: number;
}

export interface ZipFrame {
  /** The local header of each entry, right before its bytes. */
  headers: Uint8Array<ArrayBuffer>[];
  /** The central directory, after the last file's bytes. */
  contents: Uint8Array<ArrayBuffer>;
}

/** In a field of 16 or 32 bits: the value is in the Zip64 record or field. */
const zip64Marker16 = 0xffff;
const zip64Marker32 = 0xffff_ffff;

const signature = { header: 0x04034b50, row: 0x02014b50, end: 0x06054b50 } as const;
const signature64 = { end: 0x06064b50, locator: 0x07064b50 } as const;

const versionPlain = 20;
const versionZip64 = 45;
const madeOnUnix = 3 << 8;
/** A regular file with mode 0644; the upper half holds Unix attributes. */
const attributes = 0o100644 * 0x1_0000;
const namesAreUtf8 = 0x0800;
const storedAsIs = 0;

const extraZip64 = 0x0001;
const extraTimestamp = 0x5455;
const hasModified = 1;

interface Field {
  bits: 8 | 16 | 32 | 64;
  value: number;
}
const u8 = (value: number): Field => ({ bits: 8, value });
const u16 = (value: number): Field => ({ bits: 16, value });
const u32 = (value: number): Field => ({ bits: 32, value });
const u64 = (value: number): Field => ({ bits: 64, value });

/** Encodes little-endian fields. */
const pack = (fields: readonly Field[]): Uint8Array<ArrayBuffer> => {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, { bits }) => sum + bits / 8, 0)));
  let at = 0;
  for (const { bits, value } of fields) {
    if (bits === 8) view.setUint8(at, value);
    else if (bits === 16) view.setUint16(at, value, true);
    else if (bits === 32) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += bits / 8;
  }
  return new Uint8Array(view.buffer);
};

const concat = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

const extra = (id: number, fields: readonly Field[]): Uint8Array<ArrayBuffer> => {
  const body = pack(fields);
  return concat([pack([u16(id), u16(body.length)]), body]);
};

/**
 * What the MS-DOS times show, which name no zone. In UTC the same files give the same bytes wherever they are packed;
 * unpackers that know the extended timestamp do not read these. Earlier versions wrote local times.
 */
export type Clock = 'utc' | 'local';

/** MS-DOS time: in steps of two seconds, from 1980 to 2107. */
const dosTime = (ms: number, clock: Clock): Field[] => {
  const offsetMs = clock === 'local' ? new Date(ms).getTimezoneOffset() * 60_000 : 0;
  const date = new Date(ms - offsetMs);
  const year = date.getUTCFullYear();
  const [earliest, latest] = [0x0021, 0xff9f];
  if (year < 1980) return [u16(0), u16(earliest)];
  if (year > 2107) return [u16(0), u16(latest)];
  const time =
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const day = ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return [u16(time), u16(day)];
};

/** The extended timestamp: UTC seconds, where they fit into 31 bits. */
const timestamp = (ms: number): Uint8Array => {
  const seconds = Math.floor(ms / 1000);
  return seconds < 0 || seconds > 0x7fff_ffff
    ? new Uint8Array()
    : extra(extraTimestamp, [u8(hasModified), u32(seconds)]);
};

const isLarge = (value: number): boolean => value >= zip64Marker32;
const orInZip64 = (value: number): number => Math.min(value, zip64Marker32);

/** Values that exceed 32 bits go into the Zip64 extra field, which requires version 4.5. */
const extrasOf = (entry: ZipEntry, large: readonly Field[]): Uint8Array =>
  concat([...(large.length > 0 ? [extra(extraZip64, large)] : []), timestamp(entry.modifiedMs)]);
const versionOf = (large: readonly Field[]): number =>
  large.length > 0 ? versionZip64 : versionPlain;
const largeSizes = ({ bytes }: ZipEntry): Field[] =>
  isLarge(bytes) ? [u64(bytes), u64(bytes)] : [];

interface Timed extends ZipEntry {
  dosTime: readonly Field[];
}

/** The fields that local header and directory entry share. */
const common = (entry: Timed, name: Uint8Array, extras: Uint8Array): Field[] => [
  u16(namesAreUtf8),
  u16(storedAsIs),
  ...entry.dosTime,
  u32(entry.crc32 >>> 0),
  u32(orInZip64(entry.bytes)),
  u32(orInZip64(entry.bytes)),
  u16(name.length),
  u16(extras.length),
];

const headerOf = (entry: Timed, name: Uint8Array): Uint8Array<ArrayBuffer> => {
  const large = largeSizes(entry);
  const extras = extrasOf(entry, large);
  const fields = [u32(signature.header), u16(versionOf(large)), ...common(entry, name, extras)];
  return concat([pack(fields), name, extras]);
};

const rowOf = (entry: Timed, name: Uint8Array, offset: number): Uint8Array<ArrayBuffer> => {
  const large = [...largeSizes(entry), ...(isLarge(offset) ? [u64(offset)] : [])];
  const extras = extrasOf(entry, large);
  const fields = [
    u32(signature.row),
    u16(madeOnUnix | versionOf(large)),
    u16(versionOf(large)),
    ...common(entry, name, extras),
    u16(0), // no comment
    u16(0), // first disk
    u16(0), // internal attributes
    u32(attributes),
    u32(orInZip64(offset)),
  ];
  return concat([pack(fields), name, extras]);
};

/** The end of the central directory: number of entries, size and offset. */
const endOf = (rows: number, rowBytes: number, rowsAt: number): Uint8Array<ArrayBuffer> => {
  const needsMore = rows >= zip64Marker16 || isLarge(rowBytes) || isLarge(rowsAt);
  const large = [
    u32(signature64.end),
    u64(44), // size of the rest of this record
    u16(madeOnUnix | versionZip64),
    u16(versionZip64),
    u32(0),
    u32(0),
    u64(rows),
    u64(rows),
    u64(rowBytes),
    u64(rowsAt),
    u32(signature64.locator),
    u32(0),
    u64(rowsAt + rowBytes),
    u32(1),
  ];
  const rows16 = Math.min(rows, zip64Marker16);
  const plain = [
    u32(signature.end),
    u16(0),
    u16(0),
    u16(rows16),
    u16(rows16),
    u32(orInZip64(rowBytes)),
    u32(orInZip64(rowsAt)),
    u16(0),
  ];
  return pack([...(needsMore ? large : []), ...plain]);
};

export const zipFrame = (entries: readonly ZipEntry[], clock: Clock = 'utc'): ZipFrame => {
  const headers: Uint8Array<ArrayBuffer>[] = [];
  const rows: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const untimed of entries) {
    const entry = { ...untimed, dosTime: dosTime(untimed.modifiedMs, clock) };
    const name = new TextEncoder().encode(entry.path);
    const header = headerOf(entry, name);
    headers.push(header);
    rows.push(rowOf(entry, name, offset));
    offset += header.length + entry.bytes;
  }
  const table = concat(rows);
  return { headers, contents: concat([table, endOf(rows.length, table.length, offset)]) };
};
