// Runs before anything is installed: only node: imports.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

const installedStamp = join(root, 'node_modules/.installed-lock');
const builtStamp = join(root, 'deploy/run/local/dist/.built-sources');
const sourceRoots = ['contracts', 'services', 'gateway', 'web', 'deploy'];
const notSource = new Set(['node_modules', 'dist', 'data', 'coverage', 'docs', 'decisions']);
const isSource = (name) => /\.(ts|tsx|json|html|css|svg)$/.test(name) && !/\.test\.tsx?$/.test(name);

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
const say = (line) => process.stdout.write(`${line}\n`);

/** Exits with a one-sentence error. */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Runs a program with its output shown. Exits with an error if it fails. */
async function run(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  const [code] = await once(child, 'close');
  if (code !== 0) giveUp(`'${command} ${args.join(' ')}' failed; the lines above say why.`);
}

/** Runs a step: prints its name, the elapsed time every half minute, and how long it took. */
async function step(what, act) {
  const from = performance.now();
  const seconds = () => `${Math.round((performance.now() - from) / 1000)} s`;
  say(`${what} …`);
  const still = setInterval(() => say(`  … ${what.toLowerCase()}, ${seconds()} so far`), 30_000);
  try {
    await act();
  } finally {
    clearInterval(still);
  }
  say(`  done in ${seconds()}`);
}

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    giveUp(`Node ${process.versions.node} is too old: version 20.19 or newer is needed.`);
  }
}

/** Installs the packages of the lock file, unless they are already installed. */
export async function ensureInstalled() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (read(installedStamp) === lock) return;
  // Not 'npm ci': it rejects a lock file without other platforms' optional binaries.
  const wishes = ['--no-save', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await step('Installing packages', () => run('npm', ['install', ...wishes, '--loglevel=error']));
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

/** Builds services and web application, unless these sources have already been built. */
export async function ensureBuilt() {
  const sources = hashOfSources();
  if (read(builtStamp) === sources) return;
  await step('Building services and web application', () =>
    Promise.all([
      compile(),
      run(process.execPath, [
        join(root, 'node_modules/vite/bin/vite.js'),
        ...['build', 'web', '--logLevel', 'error'],
      ]),
    ]),
  );
  mkdirSync(dirname(builtStamp), { recursive: true });
  writeFileSync(builtStamp, sources);
}

async function compile() {
  // Needs packages that were installed just before.
  const { compileProject, projectsOf } = await import('./compile.mjs');
  try {
    for (const project of projectsOf(root)) await compileProject(join(root, project));
  } catch (error) {
    giveUp(error instanceof Error ? error.message : String(error));
  }
}
