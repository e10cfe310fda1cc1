import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = process.cwd();

// Fixtures that break each rule once: a rule that never fires guards nothing.
test('the import rules fire on what they forbid', () => {
  const { stdout } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'json',
      'deploy/run/local/fixtures',
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { from: string; rule: { name: string } }[] };
  };
  const fired = summary.violations.map(
    ({ from, rule }) => `${rule.name}: ${from.replace('deploy/run/local/fixtures/', '')}`,
  );
  expect(fired.sort()).toEqual([
    'contracts-import-zod-alone: contracts/src/imports-express.ts',
    'domain-imports-no-service: services/domain/src/imports-a-service.ts',
    'no-cycles: gateway/src/a.ts',
    'platform-knows-no-feature: services/platform/src/imports-the-domain.ts',
    'service-imports-no-other-service: services/leads/src/reads-another-service.ts',
    'web-imports-contracts-alone: web/src/imports-a-service.ts',
  ]);
});
