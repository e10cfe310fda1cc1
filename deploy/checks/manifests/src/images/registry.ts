import { createHash } from 'node:crypto';
import { z } from 'zod';

/** A registry that does not answer, or refuses; the message names it. */
export class RegistryError extends Error {}

/** An index of all platforms where there is one, else the manifest of the only one. */
const accepted = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');
const patienceMs = 20_000;

const tokenAnswer = z.union([
  z.object({ token: z.string() }).transform(({ token }) => token),
  z.object({ access_token: z.string() }).transform(({ access_token }) => access_token),
]);

/** Where an image's manifest is: `node:26` is `library/node` at Docker Hub. Throws for a name without a tag. */
export function manifestUrl(image: string): URL {
  const [, path = '', tag = ''] = /^(.+):([\w.-]+)$/.exec(image) ?? [];
  if (tag === '') throw new RegistryError(`${image} has no tag.`);
  const [first = '', ...rest] = path.split('/');
  const isHost = rest.length > 0 && /[.:]|^localhost$/.test(first);
  const name = isHost ? rest.join('/') : rest.length === 0 ? `library/${first}` : path;
  // On the own machine a registry has no certificate.
  const scheme = isHost && /^(?:localhost|127\.0\.0\.1)(?::|$)/.test(first) ? 'http' : 'https';
  return new URL(`${scheme}://${isHost ? first : 'registry-1.docker.io'}/v2/${name}/manifests/${tag}`);
}

/** The address of a token from the challenge of a registry, `Bearer realm="…",service="…",scope="…"`. */
function tokenUrl(challenge: string): URL | undefined {
  const fields = new Map(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const realm = fields.get('realm');
  if (!/^bearer /i.test(challenge) || realm === undefined || !URL.canParse(realm)) return undefined;
  const url = new URL(realm);
  for (const name of ['service', 'scope']) {
    const value = fields.get(name);
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}

async function get(url: URL, headers: Record<string, string> = {}): Promise<Response> {
  try {
    return await fetch(url, { headers, signal: AbortSignal.timeout(patienceMs) });
  } catch (error) {
    throw new RegistryError(`${url.host} cannot be reached.`, { cause: error });
  }
}

/**
 * Looks up the digest of an image in its registry, with an anonymous token where the registry asks for one. The digest is that
 * of the manifest as it came, and not what a header says. Throws `RegistryError`.
 */
export async function digestOf(image: string): Promise<string> {
  const url = manifestUrl(image);
  let answer = await get(url, { accept: accepted });
  if (answer.status === 401) {
    const from = tokenUrl(answer.headers.get('www-authenticate') ?? '');
    if (from === undefined) throw new RegistryError(`${url.host} asks for a sign-in.`);
    const token = tokenAnswer.safeParse(await (await get(from)).json());
    if (!token.success) throw new RegistryError(`${from.host} gives no token.`);
    answer = await get(url, { accept: accepted, authorization: `Bearer ${token.data}` });
  }
  if (!answer.ok) throw new RegistryError(`${url.host} has no ${image}: ${String(answer.status)}.`);
  const manifest = Buffer.from(await answer.arrayBuffer());
  const digest = `sha256:${createHash('sha256').update(manifest).digest('hex')}`;
  const told = answer.headers.get('docker-content-digest');
  if (told !== null && told !== digest)
    throw new RegistryError(`${url.host} sends a manifest of ${image} that is not ${told}.`);
  return digest;
}
