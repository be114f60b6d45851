import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** As /proc/net/tcp writes it: `0100007F:C383`, the address in the machine's byte order. */
const readEnd = (text: string): string => {
  const [address = '', port = ''] = text.split(':');
  const bytes = [...Buffer.from(address, 'hex')].reverse();
  return `${bytes.join('.')}:${Number.parseInt(port, 16)}`;
};

const established = '01';

const inodesOf = (pid: number): Set<string> => {
  const folder = `/proc/${pid}/fd`;
  const targets = readdirSync(folder).map((descriptor) => {
    try {
      return readlinkSync(`${folder}/${descriptor}`);
    } catch {
      // Closed in the meantime.
      return '';
    }
  });
  return new Set(targets.map((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? ''));
};

/** Remote ends of a process' established connections over IPv4, such as `127.0.0.1:50051`. */
export const connectionsOf = (pid: number): Set<string> => {
  const own = inodesOf(pid);
  const [, ...lines] = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n');
  const ends = lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode = '']) => state === established && own.has(inode))
    .map(([, , remote = '']) => readEnd(remote));
  return new Set(ends);
};
