// Runs before anything is installed: node: imports alone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

const installedStamp = join(root, 'node_modules/.installed-lock');
const builtStamp = join(root, 'deploy/local/dist/.built-sources');
const sourceRoots = ['contracts', 'services', 'gateway', 'web', 'deploy'];
const notSource = new Set(['node_modules', 'dist', 'data', 'coverage', 'docs', 'decisions']);
const isSource = (name) => /\.(ts|tsx|json|html|css|svg)$/.test(name) && !/\.test\.tsx?$/.test(name);

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
const say = (line) => process.stdout.write(`${line}\n`);

/** Ends with one sentence, as a person who just cloned the project can use it. */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function run(command, args) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) giveUp(`'${command} ${args.join(' ')}' failed; the lines above say why.`);
}

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    giveUp(`Node ${process.versions.node} is too old: version 20.19 or newer is needed.`);
  }
}

/** Installs what the lock file names, unless just that is installed already. */
export function ensureInstalled() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (read(installedStamp) === lock) return;
  say('Installing packages …');
  // Not 'npm ci': it refuses a lock that lacks other platforms' optional binaries.
  run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(installedStamp, lock);
}

function* sourcesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!notSource.has(entry.name)) yield* sourcesBelow(path);
    } else if (isSource(entry.name)) yield path;
  }
}

function hashOfSources() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'tsconfig.base.json')));
  for (const folder of sourceRoots) {
    for (const file of sourcesBelow(join(root, folder))) {
      hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

/** Builds services and web application, unless these very sources are built already. */
export function ensureBuilt() {
  const sources = hashOfSources();
  if (read(builtStamp) === sources) return;
  say('Building …');
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b']);
  run(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'web', '--logLevel', 'warn']);
  mkdirSync(dirname(builtStamp), { recursive: true });
  writeFileSync(builtStamp, sources);
}
