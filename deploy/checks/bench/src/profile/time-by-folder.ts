import { z } from 'zod';

/** What is read of a processor profile as V8 writes it. */
export const cpuProfile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
    }),
  ),
  samples: z.array(z.number()),
  /** Microseconds since the sample before. */
  timeDeltas: z.array(z.number()),
});
export type CpuProfile = z.infer<typeof cpuProfile>;
type Frame = CpuProfile['nodes'][number]['callFrame'];

/** Where the process waited; the profile names it as a function. */
const waiting: ReadonlySet<string> = new Set(['(idle)', '(root)']);

/** The package or the folder of the product that a frame is of: `node:net`, `mongodb`, `services/platform/outbox`. */
function folderOf({ functionName, url }: Frame): string {
  if (functionName.startsWith('(')) return functionName;
  if (url === '') return 'native';
  if (url.startsWith('node:')) return url.replace(/^node:internal\//, 'node:').split('/')[0] ?? url;
  const [, ofPackage] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (ofPackage !== undefined) return ofPackage;
  const [, part, path = ''] =
    /\/((?:services|deploy\/\w+)\/[^/]+|contracts|gateway)\/(?:dist|src)\/(.*)/.exec(url) ?? [];
  if (part === undefined) return url;
  const folders = path.split('/').slice(0, -1);
  return [part, ...folders].join('/');
}

/** Milliseconds at work, most first, by the folder or by the function that was running. */
export function timeBy(
  { nodes, samples, timeDeltas }: CpuProfile,
  what: 'folder' | 'function',
): [string, number][] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const spent = new Map<string, number>();
  samples.forEach((id, index) => {
    const frame = frames.get(id);
    if (frame === undefined || waiting.has(frame.functionName)) return;
    const folder = folderOf(frame);
    const name =
      what === 'folder' || folder.startsWith('(')
        ? folder
        : `${frame.functionName || 'anonymous'} in ${folder}`;
    // The time until the next sample belongs to what this one saw.
    spent.set(name, (spent.get(name) ?? 0) + (timeDeltas[index + 1] ?? 0) / 1_000);
  });
  return [...spent].sort(([, one], [, other]) => other - one);
}
