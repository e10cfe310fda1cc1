import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** Packages whose folders are layered: no import cycles between folders. */
const ordered = [
  'contracts/src',
  'services/platform/src',
  'services/domain/src',
  'services/auth/src',
  'services/followups/src',
  'services/leads/src',
  'services/messaging/src',
  'services/stats/src',
  'services/telephony/src',
  'gateway/src',
  'deploy/run/carrier-sim/src',
  'deploy/run/embedded-store/src',
  'web/src',
  'deploy/checks/e2e/src',
  'deploy/run/local/src',
];

/** Sources of a folder by relative path, and their imports. */
type Sources = ReadonlyMap<string, readonly string[]>;

function sourcesOf(folder: string): Sources {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    names
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => {
        const imports = readFileSync(join(folder, name), 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g);
        return [name, [...imports].map(([, path = '']) => posix.join(dirname(name), path))];
      }),
  );
}

const folderOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : undefined);

/** An import cycle between folders, as `a/x.ts > b/y.js`; undefined if there is none. */
function cycleIn(sources: Sources): string[] {
  const edges = new Map<string, Map<string, string>>();
  for (const [name, imports] of sources) {
    const from = folderOf(name);
    for (const path of imports) {
      const to = folderOf(path);
      if (from === undefined || to === undefined || to === '..' || to === from) continue;
      edges.set(from, (edges.get(from) ?? new Map<string, string>()).set(to, `${name} > ${path}`));
    }
  }
  const done = new Set<string>();
  const walk = (folder: string, way: readonly { folder: string; edge: string }[]): string[] => {
    const start = way.findIndex((step) => step.folder === folder);
    if (start >= 0) return way.slice(start).map(({ edge }) => edge);
    if (done.has(folder)) return [];
    for (const [next, edge] of edges.get(folder) ?? []) {
      const found = walk(next, [...way, { folder, edge }]);
      if (found.length > 0) return found;
    }
    done.add(folder);
    return [];
  };
  for (const folder of edges.keys()) {
    const found = walk(folder, []);
    if (found.length > 0) return found;
  }
  return [];
}

test.each(ordered)('no folder of %s imports what leads back to it', (folder) => {
  expect(cycleIn(sourcesOf(join(process.cwd(), folder)))).toEqual([]);
});

test('a way back is found and named', () => {
  const sources = new Map([
    ['calls/dial.ts', ['audio/play.js', 'calls/ring.js']],
    ['audio/play.ts', ['links/link.js']],
    ['links/link.ts', ['calls/ring.js']],
    ['main.ts', ['calls/dial.js']],
  ]);
  expect(cycleIn(sources)).toEqual([
    'calls/dial.ts > audio/play.js',
    'audio/play.ts > links/link.js',
    'links/link.ts > calls/ring.js',
  ]);
  expect(cycleIn(new Map([...sources].slice(0, 2)))).toEqual([]);
});
