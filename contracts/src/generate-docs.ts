import { mkdirSync, writeFileSync } from 'node:fs';
import { documents } from './docs/documents.js';

const folder = new URL('../generated/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(documents())) writeFileSync(new URL(name, folder), text);
