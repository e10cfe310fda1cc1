import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { events } from '../bus/events.js';
import { fixtureOf } from './event-fixture.rules.js';
import { fixturesFolder, isRelease } from './released-fixtures.js';

const [release = ''] = process.argv.slice(2);
if (!isRelease(release)) {
  process.stderr.write('Name the release by its date: npm run fixtures -- 2026-11-27\n');
  process.exit(1);
}

// Those of the release before it are of use no more: its processes are gone when the next one comes.
rmSync(fixturesFolder, { recursive: true, force: true });
const folder = new URL(`${release}/`, fixturesFolder);
mkdirSync(folder, { recursive: true });
for (const spec of events)
  writeFileSync(new URL(`${spec.type}.json`, folder), `${JSON.stringify(fixtureOf(spec), null, 2)}\n`);
process.stdout.write(`${String(events.length)} events of ${release}\n`);
