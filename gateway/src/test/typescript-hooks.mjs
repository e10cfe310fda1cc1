// Runs the sources as they are: a test that kills a process must not depend on a build.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { transform } from '@swc/core';

const rooms = {
  '@crm/contracts/': new URL('../../../contracts/src/', import.meta.url),
  '@crm/platform/': new URL('../../../services/platform/src/', import.meta.url),
};

export async function resolve(specifier, context, next) {
  const room = Object.keys(rooms).find((name) => specifier.startsWith(name));
  const asked =
    room !== undefined
      ? new URL(specifier.slice(room.length), rooms[room])
      : specifier.startsWith('.')
        ? new URL(specifier, context.parentURL)
        : undefined;
  if (asked?.pathname.endsWith('.js')) {
    const source = new URL(asked.href.replace(/\.js$/, '.ts'));
    if (existsSync(fileURLToPath(source))) return { url: source.href, format: 'module', shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { code } = await transform(await readFile(fileURLToPath(url), 'utf8'), {
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
  });
  return { format: 'module', source: code, shortCircuit: true };
}

// Loaded twice: by `--import`, which registers it, and then in the thread that runs the hooks.
if (isMainThread) register(import.meta.url);
