import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHelm } from '../../helm/test/lib/chart.js';
import { at } from '../../helm/test/lib/paths.js';
import { runSteps, workflowNamed } from './workflows.js';

const hasGit = spawnSync('git', ['--version']).status === 0;
if (!hasGit) process.stderr.write('git is missing: skipping the check of image dates\n');

describe('a release', () => {
  const { jobs, env = {} } = workflowNamed('release');
  const stepsOf = (job: string, wanted: readonly string[]) =>
    wanted.map((name) => {
      const step = jobs[job]?.steps?.find((one) => one.name === name);
      if (!step) throw new Error(`${job} has no step "${name}"`);
      return step;
    });
  const given = { ...env, GITHUB_REPOSITORY: 'Some-Owner/Tandem', GITHUB_REF_NAME: 'v9.8.7' };
  const images = jobs['images']?.steps ?? [];
  const buildStep = images.find(({ uses }) => uses?.startsWith('docker/build-push-action@'));
  let home = '';

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'tandem-release-'));
  });
  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });

  it('publishes a chart that refers to the published images', () => {
    for (const chart of ['helm/tandem', 'helm/coturn']) {
      cpSync(at(chart), join(home, chart), { recursive: true, dereference: true });
    }
    // Packages the chart and records the push.
    const pushed = join(home, 'pushed');
    const helm = `helm() { if [ "$1" = push ]; then echo "$3" >> "${pushed}"; else "${process.env['HELM'] ?? at('node_modules/.bin/helm')}" "$@"; fi; }\n`;
    const [name = {}, publish = {}] = stepsOf('charts', ['name the images', 'package and publish']);
    runSteps([name, { run: helm + (publish.run ?? '') }], home, given);

    const target = 'ghcr.io/some-owner/tandem';
    expect(readFileSync(pushed, 'utf8')).toBe(`oci://${target}/charts\n`.repeat(2));
    const example = at('helm/tandem/examples/minimal.values.yaml');
    const args = ['--kube-version', '1.34.0', '--values', example];
    const { stdout, stderr } = runHelm(['template', 'x', join(home, 'tandem-9.8.7.tgz'), ...args]);
    expect(stderr).toBe('');
    const images = [...stdout.matchAll(/^ +image: (.+)$/gm)].map(([, image]) => image ?? '');
    const ours = new Set(images.map((image) => image.replace(/\/[^/]+$/, '')));
    expect([...ours]).toEqual([target]);
    expect(stdout).toContain(`image: ${target}/shares:9.8.7\n`);
  });

  (hasGit ? it : it.skip)('names images after the repository and dates them by the commit', () => {
    const git = (...args: string[]) => {
      const { status } = spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: home,
        env: { ...process.env, GIT_COMMITTER_DATE: '2031-02-03T01:30:00+02:00' },
      });
      expect([args, status]).toEqual([args, 0]);
    };
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '--no-gpg-sign', '-m', 'release');
    const learnt = runSteps(stepsOf('images', ['name the images', 'date the images']), home, given);
    expect(learnt).toBe(
      'PREFIX=ghcr.io/some-owner/tandem\nVERSION=9.8.7\nCREATED=2031-02-02T23:30:00Z\n',
    );

    expect(buildStep?.with?.['build-args']).toContain('CREATED=${{ env.CREATED }}');
  });

  // Every tagged image has passed the scan: builds are pushed by digest.
  it('tags images only after all have been scanned and a cluster has proved the release', () => {
    expect(buildStep?.with).not.toHaveProperty('tags');
    expect(buildStep?.with?.['outputs']).toMatch(/(^|,)push-by-digest=true(,|$)/);
    const naming = Object.entries(jobs).filter(([, { steps = [] }]) =>
      steps.some(({ run }) => run?.includes('imagetools create')),
    );
    expect(naming.map(([job, { needs }]) => [job, needs])).toEqual([
      ['publish', ['images', 'manifest', 'cluster']],
    ]);
    expect(jobs['charts']?.needs).toBe('publish');
    expect(jobs['images']?.needs).toBe('checks');
    // It builds its own images.
    expect(jobs['cluster']).toEqual({
      needs: 'checks',
      uses: './.github/workflows/cluster.yaml',
      with: { restarts: '100' },
    });
  });

  it('is a draft until its images and charts are published', () => {
    const [attach = {}, publish = {}] = [
      ...stepsOf('manifest', ['attach it to the release']),
      ...stepsOf('announce', ['publish the release']),
    ];
    const asked = join(home, 'asked');
    writeFileSync(join(home, 'web-9.8.7.json'), '{}');
    // No release exists yet.
    const gh = `gh() { echo "$*" >> "${asked}"; [ "$2" != view ]; }\n`;
    runSteps(
      [attach, publish].map(({ run = '' }) => ({ run: gh + run })),
      home,
      given,
    );
    expect(readFileSync(asked, 'utf8').trimEnd().split('\n')).toEqual([
      'release view v9.8.7',
      'release create v9.8.7 --draft --verify-tag --generate-notes',
      'release upload v9.8.7 web-9.8.7.json --clobber',
      'release edit v9.8.7 --draft=false',
    ]);
    expect(jobs['announce']?.needs).toBe('charts');
  });

  it('scans the image of each platform and fails on findings', () => {
    const scans = images.filter(({ uses }) => uses?.startsWith('aquasecurity/trivy-action@'));
    const platforms = scans.map(({ env: own }) => own?.['TRIVY_PLATFORM']);
    expect(platforms.join()).toBe(buildStep?.with?.['platforms']);
    for (const scan of scans) {
      expect(scan['continue-on-error']).toBeUndefined();
      expect(scan.with).toMatchObject({ 'exit-code': '1', severity: 'CRITICAL,HIGH' });
      expect(scan.with?.['image-ref']).toContain('@${{ steps.build.outputs.digest }}');
      expect(images.indexOf(scan)).toBeGreaterThan(
        buildStep ? images.indexOf(buildStep) : Infinity,
      );
    }
    // Signed after the scan, too.
    const attest = images.findIndex(({ uses }) => uses?.startsWith('actions/attest-build-'));
    expect(attest).toBeGreaterThan(Math.max(...scans.map((scan) => images.indexOf(scan))));
  });

  it('signs the manifest of the files in the web image', () => {
    const { steps = [], permissions, needs } = jobs['manifest'] ?? {};
    const positionOf = (action: string) => steps.findIndex(({ uses }) => uses?.startsWith(action));
    const built = steps[positionOf('docker/build-push-action@')]?.with;
    // The image is built with the same arguments, apart from labels.
    expect(built).toMatchObject({ file: 'deploy/docker/web.Dockerfile', target: 'files' });
    expect(built).not.toHaveProperty('build-args');
    expect(permissions).toMatchObject({ 'id-token': 'write', attestations: 'write' });
    expect(needs).toBe('checks');

    mkdirSync(join(home, 'site'));
    writeFileSync(join(home, 'site/release.json'), '{"release":"x"}');
    const [name = {}] = stepsOf('manifest', ['name the manifest']);
    runSteps([name], home, given);
    expect(readFileSync(join(home, 'web-9.8.7.json'), 'utf8')).toBe('{"release":"x"}');
    const signed = positionOf('actions/attest-build-provenance@');
    expect(steps[signed]?.with).toEqual({ 'subject-path': 'web-*.json' });
    const attached = steps.findIndex(({ name: title }) => title === 'attach it to the release');
    expect(attached).toBeGreaterThan(signed);
    expect(steps[attached]?.run).toContain('gh release upload "$GITHUB_REF_NAME" web-*.json');
  });

  it('attaches an SBOM and the provenance to each image', () => {
    expect(buildStep?.with).toMatchObject({ sbom: true, provenance: 'mode=max' });
    expect(jobs['images']?.permissions).toMatchObject({
      'id-token': 'write',
      attestations: 'write',
    });
  });

  it.each([
    ['v9.8.7', ['9.8.7', '9.8']],
    ['v9.8.7-rc.1', ['9.8.7-rc.1']],
  ])('tags the scanned digest of each image for %s with %j', (ref, tags) => {
    const digest = `sha256:${'a'.repeat(64)}`;
    mkdirSync(join(home, 'digests'));
    for (const service of ['shares', 'web'])
      writeFileSync(join(home, 'digests', service), `${digest}\n`);
    const [name = {}, publish = {}] = stepsOf('publish', [
      'name the images',
      'give the images their tags',
    ]);
    const asked = join(home, 'asked');
    const docker = `docker() { echo "$*" >> "${asked}"; }\n`;
    runSteps([name, { run: docker + (publish.run ?? '') }], home, {
      ...given,
      GITHUB_REF_NAME: ref,
    });
    const expected = ['shares', 'web'].flatMap((service) => {
      const image = `ghcr.io/some-owner/tandem/${service}`;
      return tags.map((tag) => `buildx imagetools create --tag ${image}:${tag} ${image}@${digest}`);
    });
    expect(readFileSync(asked, 'utf8').trimEnd().split('\n')).toEqual(expected);
  });
});
