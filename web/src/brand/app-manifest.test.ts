import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { tokens } from '../theme/tokens.js';
import { productName } from './brand.js';

const served = (path: string) => readFileSync(join(process.cwd(), 'web/public', path));
const manifest = z
  .object({
    name: z.string(),
    start_url: z.string(),
    display: z.string(),
    theme_color: z.string(),
    background_color: z.string(),
    icons: z.array(z.object({ src: z.string(), sizes: z.string(), purpose: z.string().optional() })),
  })
  .parse(JSON.parse(served('app.webmanifest').toString()));

/** Width and height stand in a PNG's first chunk. */
const sizeOf = (png: Buffer) => `${String(png.readUInt32BE(16))}x${String(png.readUInt32BE(20))}`;

test('the application can be installed under its name, in its colours', () => {
  expect(manifest).toMatchObject({ name: productName, start_url: '/', display: 'standalone' });
  expect([manifest.theme_color, manifest.background_color]).toEqual([
    tokens.light.brand.main,
    tokens.light.surface.canvas,
  ]);
  expect(readFileSync(join(process.cwd(), 'web/index.html'), 'utf8')).toContain(
    '<link rel="manifest" href="/app.webmanifest" />',
  );
});

test.each(manifest.icons)('its icon $src is as large as it says', ({ src, sizes }) => {
  expect(sizeOf(served(src))).toBe(sizes);
});

test('there are the icons that browsers ask for before they offer to install', () => {
  expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', undefined],
    ['512x512', undefined],
    ['512x512', 'maskable'],
  ]);
});
