import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('issue.ts', import.meta.url));
const typescript = new URL('../../../../tools/bootstrap/typescript.mjs', import.meta.url).href;

describe('the program that issues certificates', () => {
  let home = '';
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'issue-test-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const run = (...rest: string[]) =>
    spawnSync(
      process.execPath,
      ['--conditions=@tandem/source', '--import', typescript, program, '--home', home, ...rest],
      { encoding: 'utf8', timeout: 60_000 },
    );

  it('issues one to each service', () => {
    const { status, stdout } = run('shares', 'web=edge.example');
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: 'issued certificates to shares, web=edge.example\n',
    });
    expect(readdirSync(home).sort()).toEqual(['authority', 'shares', 'web']);
  });

  // Node fires a timer of more than 596 hours at once: certificates would be issued without a pause.
  it.each(['0', '361', '600', 'daily'])('refuses an interval of %s hours', (hours) => {
    const { status, stderr } = run('--every-hours', hours, 'shares');
    expect(status).toBe(64);
    expect(stderr).toMatch(/^usage: .*--every-hours <1 to 360>/);
    expect(readdirSync(home)).toEqual([]);
  });
});
