// Runs a program of this repository on the current Node LTS, which the images have, whichever version started this: its
// binary is on the npm registry. `node on-lts.mjs deploy/run/local/test.mjs web` runs the web tests so.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, giveUp, requireNode, root } from './prepare.mjs';

requireNode();
const [program, ...args] = process.argv.slice(2);
if (program === undefined) giveUp('Which program? For example: node on-lts.mjs deploy/run/local/test.mjs');
await ensureInstalled();

const lts = readFileSync(join(root, '.nvmrc'), 'utf8').trim();
const folder = join(root, 'node_modules/.cache', `node-${lts}`);
const binary = join(folder, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
if (!existsSync(binary)) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const install = ['install', '--no-save', '--no-audit', '--no-fund', `node@${lts}`];
  const { status } = spawnSync('npm', install, {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0 || !existsSync(binary))
    giveUp(`Node ${lts} could not be fetched; the lines above say why.`);
}
const { status } = spawnSync(binary, [join(root, program), ...args], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
