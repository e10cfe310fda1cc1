import { spawnSync } from 'node:child_process';

/** A program that ended with an error; its own output came before. */
export class ToolError extends Error {}

/** Builds images, and starts containers if it can. */
export interface Engine {
  name: 'docker' | 'podman' | 'buildah';
  /** The program that starts containers; undefined where images can only be built. */
  runner: 'docker' | 'podman' | undefined;
}

/** Runs a program and answers what it printed. Throws `ToolError`. */
export function output(program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (error !== undefined || status !== 0)
    throw new ToolError(`${program} ${args.join(' ')} failed. ${stderr.trim()}`.trim());
  return stdout.trim();
}

/** Runs a program with its output shown. Throws `ToolError`. */
export function show(program: string, args: readonly string[]): void {
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) throw new ToolError(`${program} ${args.join(' ')} failed; the lines above say why.`);
}

const answers = (program: string, ...args: string[]) =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/**
 * The engine of this machine: podman, buildah, or Docker where its daemon runs; undefined without one. Podman and buildah need
 * neither a daemon nor root.
 */
export function findEngine(): Engine | undefined {
  const runner = answers('podman', 'info') ? 'podman' : answers('docker', 'info') ? 'docker' : undefined;
  if (answers('buildah', 'info'))
    return { name: 'buildah', runner: runner === 'docker' ? undefined : runner };
  return runner === undefined ? undefined : { name: runner, runner };
}

/** Builds one target of the Dockerfile. In the OCI format, podman's default, an image has no health check. */
export function build(
  { name }: Engine,
  { target, tag, args }: { target: string; tag: string; args: readonly string[] },
): void {
  show(name, [
    'build',
    ...(name === 'docker' ? [] : ['--format', 'docker']),
    ...['--target', target, '--tag', tag, '--file', 'deploy/operate/docker/Dockerfile'],
    ...args.flatMap((each) => ['--build-arg', each]),
    '.',
  ]);
}
