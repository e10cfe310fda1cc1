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
  // Without a limit the log of a busy service fills the disk of its machine.
  logging: z.strictObject({
    driver: z.literal('local'),
    options: z.strictObject({
      'max-size': z.string().regex(/^\d+m$/),
      'max-file': z.string().regex(/^\d+$/),
    }),
  }),
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

const fields = z.record(z.string(), z.unknown());
const overlay = z.looseObject({ services: z.record(z.string(), fields) });

/** Where a volume is in the container, which is what makes two of them the same. */
const mountOf = (volume: unknown) => String(volume).split(':')[1];

/** A service with what a second file says of it, as compose merges them: maps by key, volumes by place, the rest is replaced. */
function mergeService(base: z.output<typeof fields>, over: z.output<typeof fields>) {
  const merged = { ...base, ...over };
  for (const name of ['environment', 'healthcheck'])
    if (name in base && name in over)
      merged[name] = { ...fields.parse(base[name]), ...fields.parse(over[name]) };
  if ('volumes' in base && 'volumes' in over) {
    const [below, above] = [
      z.array(z.string()).parse(base['volumes']),
      z.array(z.string()).parse(over['volumes']),
    ];
    const places = new Set(above.map(mountOf));
    merged['volumes'] = [...below.filter((each) => !places.has(mountOf(each))), ...above];
  }
  return merged;
}

/**
 * Parses docker-compose.yml with anchors resolved, and merges further files over it like `docker compose -f`. Throws for fields
 * that ours does not use, and for a service that only a further file has.
 */
export function readComposeFile(...further: readonly string[]): ComposeFile {
  const read = (file: string) => {
    const document = fields.parse(parse(readFileSync(file, 'utf8'), { merge: true }));
    return overlay.parse(
      Object.fromEntries(Object.entries(document).filter(([name]) => !name.startsWith('x-'))),
    );
  };
  const { services, ...rest } = read('docker-compose.yml');
  for (const file of further) {
    for (const [name, over] of Object.entries(read(file).services)) {
      const base = services[name];
      if (base === undefined) throw new Error(`${file}: docker-compose.yml has no ${name}`);
      services[name] = mergeService(base, over);
    }
  }
  return composeFile.parse({ ...rest, services });
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
