import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { turnsIn } from './broker-turns.js';

const newFolder = () => mkdtempSync(join(tmpdir(), 'turns-'));

test('whoever restarts the broker waits for those who use it, and they who come meanwhile for the restart', async () => {
  const folder = newFolder();
  // Two processes that live.
  const others = turnsIn(folder, process.ppid);
  const [one, other] = [await turnsIn(folder).use(), await others.use()];
  const steps: string[] = [];
  const restarted = one.alone(async () => {
    steps.push('restarts');
    await Promise.resolve();
  });
  const late = others.use().then(() => steps.push('comes late'));
  steps.push('is still there');
  other.end();
  await Promise.all([restarted, late]);
  expect(steps).toEqual(['is still there', 'restarts', 'comes late']);
});

test('one whose process died counts no longer', async () => {
  const folder = newFolder();
  // No process has such a number.
  writeFileSync(join(folder, 'use.99999999.a'), '');
  writeFileSync(join(folder, 'alone.99999999.b'), '');
  const one = await turnsIn(folder).use();
  expect(await one.alone(() => Promise.resolve('restarted'))).toBe('restarted');
});

test('what a process left behind long ago counts no longer, though another process has its number now', async () => {
  const folder = newFolder();
  const longAgo = new Date(Date.now() - 6 * 60_000);
  for (const name of ['use', 'alone']) {
    const file = join(folder, `${name}.${String(process.ppid)}.a`);
    writeFileSync(file, '');
    utimesSync(file, longAgo, longAgo);
  }
  const one = await turnsIn(folder).use();
  expect(await one.alone(() => Promise.resolve('restarted'))).toBe('restarted');
});
