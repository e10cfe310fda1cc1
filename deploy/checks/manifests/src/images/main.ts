import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readComposeFile } from '../compose-file.js';
import { shippedWorkspaces } from '../dockerfile.js';
import { baseImagesIn, pinBaseImages } from './base-images.js';
import { checkEntry, inspectImage, waitForHealth } from './check-images.js';
import { build, findEngine, ToolError, type Engine } from './engine.js';
import { digestOf, RegistryError } from './registry.js';
import { writeSbom } from './sbom.js';

const dockerfilePath = 'deploy/operate/docker/Dockerfile';
const results = 'data/images';
const maxMegabytes = { services: 250, web: 100, backup: 200 } as const;
const tags = { services: 'call-centre', web: 'call-centre-web', backup: 'call-centre-backup' } as const;
type Target = keyof typeof tags;
const targets: readonly Target[] = ['services', 'web', 'backup'];

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Puts the current digests of the base images into the Dockerfile. */
async function pin(): Promise<void> {
  const dockerfile = readFileSync(dockerfilePath, 'utf8');
  const digests = new Map<string, string>();
  for (const { image } of baseImagesIn(dockerfile)) digests.set(image, await digestOf(image));
  writeFileSync(dockerfilePath, pinBaseImages(dockerfile, digests));
  for (const [image, digest] of digests) say(`${image} ${digest}`);
}

/** Checks size, user and health check of an image, and prints the size. */
function checkImage(runner: string, target: Target): void {
  const { bytes, user, healthCheck } = inspectImage(runner, tags[target]);
  const megabytes = Math.ceil(bytes / 1_000_000);
  say(`${tags[target]}: ${String(megabytes)} MB`);
  if (megabytes > maxMegabytes[target])
    throw new ToolError(`${tags[target]} has more than ${String(maxMegabytes[target])} MB.`);
  if (/^(?:0|root)?(?::|$)/.test(user)) throw new ToolError(`${tags[target]} runs as root.`);
  const hasHealthCheck = healthCheck !== undefined && healthCheck[0] !== 'NONE';
  if (hasHealthCheck === (target === 'backup'))
    throw new ToolError(`${tags[target]} ${hasHealthCheck ? 'has a' : 'lost its'} health check.`);
}

/** The commands of the services image that read their settings at the start. */
const entries = () =>
  Object.values(readComposeFile().services).flatMap(({ image, command }) =>
    image === tags.services && command?.[1]?.endsWith('/dist/main.js') ? [command] : [],
  );

async function startAll(runner: NonNullable<Engine['runner']>): Promise<void> {
  for (const command of new Map(entries().map((each) => [each.join(' '), each])).values()) {
    checkEntry(runner, tags.services, command);
    say(`${tags.services}: ${command.join(' ')} starts`);
  }
  checkEntry(runner, tags.backup, []);
  say(`${tags.backup}: starts`);
  // The one process of the services image that needs no store.
  const credential = '0123456789abcdef0123456789abcdef';
  await waitForHealth(runner, tags.services, {
    command: ['node', 'deploy/run/carrier-sim/dist/main.js'],
    healthCheck: ['node', 'deploy/operate/docker/healthy.mjs', '/_sim/state'],
    env: {
      PUBLIC_BASE_URL: 'http://telephony:4000',
      SMS_BASE_URL: 'http://messaging:4000',
      CARRIER_ACCOUNT_SID: `AC${credential}`,
      CARRIER_AUTH_TOKEN: credential,
      CARRIER_API_KEY: `SK${credential}`,
      CARRIER_API_SECRET: credential,
      CARRIER_APP_SID: `AP${credential}`,
    },
  });
  say(`${tags.services}: healthy`);
  await waitForHealth(runner, tags.web, {});
  say(`${tags.web}: healthy`);
}

async function buildAll(): Promise<void> {
  mkdirSync(results, { recursive: true });
  const sbom = join(results, 'sbom.cdx.json');
  const count = writeSbom(sbom, shippedWorkspaces());
  say(`${sbom}: ${String(count)} packages`);
  const engine = findEngine();
  if (engine === undefined) {
    say('No images were built: there is no podman, buildah or running Docker on this machine.');
    return;
  }
  const base = baseImagesIn(readFileSync(dockerfilePath, 'utf8'));
  const loose = base.filter(({ digest }) => digest === undefined).map(({ image }) => image);
  if (loose.length > 0) say(`Not pinned: ${loose.join(', ')}. Pin them with: npm run images -- pin`);
  // Base images from elsewhere, a mirror for one: NODE_IMAGE=mirror.example.com/node:26-bookworm-slim
  const { env } = process;
  const args = base.flatMap(({ argument }) => {
    const given = env[argument];
    return given === undefined ? [] : [`${argument}=${given}`];
  });
  for (const target of targets) build(engine, { target, tag: tags[target], args });
  if (engine.runner === undefined) {
    say('The images were built and not started: there is no podman on this machine.');
    return;
  }
  for (const target of targets) checkImage(engine.runner, target);
  await startAll(engine.runner);
}

/** The command `npm run images`; `-- pin` looks up the base images' digests. */
export async function runHere(args: readonly string[]): Promise<void> {
  try {
    await (args[0] === 'pin' ? pin() : buildAll());
  } catch (error) {
    const isKnown = error instanceof ToolError || error instanceof RegistryError;
    process.stderr.write(`${isKnown ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
