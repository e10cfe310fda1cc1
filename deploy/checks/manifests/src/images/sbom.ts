import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { output } from './engine.js';

/** A bill of materials in CycloneDX, as far as it is read here. */
const cycloneDx = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(z.looseObject({ name: z.string(), version: z.string().optional() })).min(1),
});

/**
 * Writes what runs in production, by the lock file, as a CycloneDX bill of materials: the packages of the given workspaces.
 * Returns how many there are. What the base image brings is added by the scanner of images.
 */
export function writeSbom(file: string, workspaces: readonly string[]): number {
  const text = output('npm', [
    ...['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--omit=dev'],
    ...workspaces.map((folder) => `--workspace=${folder}`),
  ]);
  const { components } = cycloneDx.parse(JSON.parse(text));
  writeFileSync(file, text);
  return components.length;
}
