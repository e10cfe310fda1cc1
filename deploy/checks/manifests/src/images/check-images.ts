import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { output, ToolError } from './engine.js';

const patienceMs = 60_000;
const pauseMs = 500;

/** What an engine says of an image, as far as it is checked. Podman and Docker put the health check in different places. */
const inspected = z.tuple([
  z.object({
    Size: z.int().positive(),
    HealthCheck: z.object({ Test: z.array(z.string()) }).nullish(),
    Config: z.object({
      User: z.string(),
      Healthcheck: z.object({ Test: z.array(z.string()) }).nullish(),
    }),
  }),
]);

/** Size in bytes, user, and health check of an image. */
export function inspectImage(runner: string, tag: string) {
  const [image] = inspected.parse(JSON.parse(output(runner, ['image', 'inspect', tag])));
  return {
    bytes: image.Size,
    user: image.Config.User,
    healthCheck: (image.Config.Healthcheck ?? image.HealthCheck)?.Test,
  };
}

/**
 * Starts a process of the services image without any setting: it has all of its code where it gets far enough to ask for them.
 * Throws `ToolError` with what it said instead.
 */
export function checkEntry(runner: string, tag: string, command: readonly string[]): void {
  const { stderr, stdout } = spawnSync(
    runner,
    ['run', '--rm', '--network=none', '--read-only', '--cap-drop=all', tag, ...command],
    { encoding: 'utf8' },
  );
  if (!/^Invalid configuration:/m.test(stderr + stdout))
    throw new ToolError(`${command.join(' ')} does not start in ${tag}: ${stderr.trim() || stdout.trim()}`);
}

/** Starts a container and waits until its health check passes. Throws `ToolError` with its log if it does not in a minute. */
export async function waitForHealth(
  runner: 'docker' | 'podman',
  tag: string,
  { env = {}, command = [], healthCheck }: HealthyRun,
): Promise<void> {
  const id = output(runner, [
    ...['run', '--detach', '--read-only', '--tmpfs=/tmp', '--cap-drop=all'],
    '--security-opt=no-new-privileges',
    ...Object.entries(env).map(([name, value]) => `--env=${name}=${value}`),
    ...(healthCheck === undefined ? [] : [`--health-cmd=${JSON.stringify(['CMD', ...healthCheck])}`]),
    tag,
    ...command,
  ]);
  try {
    const until = performance.now() + patienceMs;
    // Without systemd podman looks only when it is asked to.
    const isHealthy = () =>
      runner === 'podman'
        ? spawnSync(runner, ['healthcheck', 'run', id], { stdio: 'ignore' }).status === 0
        : output(runner, ['inspect', '--format={{.State.Health.Status}}', id]) === 'healthy';
    while (!isHealthy()) {
      if (performance.now() > until)
        throw new ToolError(`${tag} is not healthy after a minute. ${logOf(runner, id)}`);
      await pause(pauseMs);
    }
  } finally {
    output(runner, ['rm', '--force', id]);
  }
}

interface HealthyRun {
  env?: Record<string, string>;
  command?: readonly string[];
  /** In place of the image's own. */
  healthCheck?: readonly string[];
}

function logOf(runner: string, id: string): string {
  const { stdout, stderr } = spawnSync(runner, ['logs', '--tail=20', id], { encoding: 'utf8' });
  return `${stdout}${stderr}`.trim();
}
