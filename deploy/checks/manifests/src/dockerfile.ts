import { readFileSync } from 'node:fs';

/** A stage of the Dockerfile: the image that it starts from, and its instructions. */
export interface Stage {
  from: string;
  lines: string[];
}

/** The Dockerfile with each instruction on one line. */
export const readDockerfile = (): string =>
  readFileSync('deploy/operate/docker/Dockerfile', 'utf8')
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ');

/** The stages of the Dockerfile by name. */
export function readStages(): ReadonlyMap<string, Stage> {
  return new Map(
    [...readDockerfile().matchAll(/^FROM (\S+) AS (\S+)\n([\s\S]*?)(?=^FROM |$(?![\s\S]))/gm)].map(
      ([, from = '', name = '', body = '']) => [
        name,
        { from, lines: body.split('\n').filter((line) => /^[A-Z]/.test(line)) },
      ],
    ),
  );
}

/** The workspaces whose production dependencies are in the services image. */
export const shippedWorkspaces = (): string[] =>
  [...(readStages().get('production')?.lines.join('\n') ?? '').matchAll(/ -w (\S+)/g)].map(
    ([, folder = '']) => folder,
  );
