import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const condition = z.enum(['service_healthy', 'service_completed_successfully']);

const service = z.strictObject({
  build: z.strictObject({ context: z.literal('.'), dockerfile: z.string(), target: z.string() }).optional(),
  image: z.string(),
  profiles: z.array(z.string()).optional(),
  hostname: z.string().optional(),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string().regex(/^[A-Z_]+$/), z.string()).default({}),
  restart: z.literal('unless-stopped').optional(),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  // Not reachable from other machines.
  ports: z.array(z.string().startsWith('127.0.0.1:')).optional(),
  volumes: z.array(z.string()).optional(),
  healthcheck: z
    .union([
      z.strictObject({ disable: z.literal(true) }),
      z.strictObject({
        test: z.array(z.string()),
        interval: z.string(),
        timeout: z.string(),
        retries: z.int().optional(),
        start_period: z.string().optional(),
      }),
    ])
    .optional(),
  depends_on: z
    .record(z.string(), z.strictObject({ condition, restart: z.boolean().optional() }))
    .default({}),
});

/** The schema of our compose file; `x-` keys hold its anchors. */
const composeFile = z.strictObject({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
});
export type ComposeFile = z.output<typeof composeFile>;

/** Parses docker-compose.yml with anchors resolved. Throws for fields that ours does not use. */
export function readComposeFile(): ComposeFile {
  const document = z
    .record(z.string(), z.unknown())
    .parse(parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }));
  return composeFile.parse(
    Object.fromEntries(Object.entries(document).filter(([name]) => !name.startsWith('x-'))),
  );
}

/** All variables that a text references, `${NAME...}`. */
export const variablesIn = (text: string) => [
  ...new Set([...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name)),
];

/** Interpolates a value like compose: `${A}`, `${A:-b}` with a default, `${A:?}` which must not be empty. */
export const fillIn = (text: string, env: Readonly<Record<string, string>>) =>
  text
    .replace(
      /\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g,
      (_: string, name: string, how?: string, other?: string) => {
        const known = env[name] ?? '';
        if (known === '' && how === '?') throw new Error(`${name} is not set`);
        return known === '' ? (other ?? '') : known;
      },
    )
    .replaceAll('$$', '$');
