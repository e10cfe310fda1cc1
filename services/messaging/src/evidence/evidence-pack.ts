import { createHash } from 'node:crypto';
import { zipSync } from 'fflate';
import type { Evidence } from '@crm/contracts/http/evidence.js';
import { evidencePage } from './evidence-page.rules.js';

/** A line of a manifest as `sha256sum` writes and checks it. */
const manifestLine = (name: string, content: Uint8Array) =>
  `${createHash('sha256').update(content).digest('hex')}  ${name}\n`;

/** A pack as ZIP: the page, the JSON, and the manifest of both. */
export function evidencePack(evidence: Evidence): Uint8Array {
  const files = {
    'index.html': Buffer.from(evidencePage(evidence)),
    'evidence.json': Buffer.from(`${JSON.stringify(evidence, null, 2)}\n`),
  };
  const manifest = Object.entries(files).map(([name, content]) => manifestLine(name, content));
  return zipSync({ ...files, 'manifest.sha256': Buffer.from(manifest.join('')) });
}
