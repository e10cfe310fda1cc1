import { readFileSync, statSync } from 'node:fs';

// What a browser loads of script until a page shows something, from the build in `dist`: npm run size -w @crm/web

/** The most that may be, as a browser is sent it, the live connection too. */
const maxBytes = 320 * 1024;

const dist = new URL('dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));

/** A chunk and all that it cannot start without, each once. */
function withImports(key, found = new Set()) {
  if (found.has(key)) return found;
  found.add(key);
  for (const imported of manifest[key].imports ?? []) withImports(imported, found);
  return found;
}

/** The chunk of a module that is imported later, or of a group of them. */
function laterChunk(source) {
  const key = Object.keys(manifest).find(
    (known) => manifest[known].name === source || (known.includes(source) && manifest[known].isDynamicEntry),
  );
  if (key === undefined) throw new Error(`${source} is not a separate chunk: it is part of the first load`);
  return key;
}

const sentBytes = (file) => statSync(new URL(`${file}.br`, dist)).size;

const inChunks = (...sources) => [
  ...new Set(sources.flatMap((source) => [...withImports(laterChunk(source))])),
];
const initial = [...withImports('index.html')];
const dashboard = [...initial, ...inChunks('beside-pages', 'beside-rows')];
/** What each way in comes to before it shows something; the live connection begins behind the first row. */
const ways = {
  'the sign-in page': [...initial, ...inChunks('sign-in')],
  'the first row of a dashboard': dashboard,
  'the same with the live connection behind it': [...dashboard, ...inChunks('socket.io-client/', 'live')],
};

const faults = [];
const printed = new Set();
for (const [way, keys] of Object.entries(ways)) {
  const files = [...new Set(keys.map((key) => manifest[key].file))];
  for (const file of files.filter((each) => !printed.has(each))) {
    printed.add(file);
    console.log(`${String(sentBytes(file)).padStart(9)}  ${file}`);
    if (readFileSync(new URL(file, dist), 'utf8').includes('TwilioError')) {
      faults.push(`${file} contains the telephony SDK`);
    }
  }
  const total = files.reduce((sum, file) => sum + sentBytes(file), 0);
  console.log(`${String(total).padStart(9)}  = ${way}, in ${String(files.length)} files`);
  if (total > maxBytes) faults.push(`${way}: ${String(total)} bytes exceed the limit of ${String(maxBytes)}`);
}
const shown = new Set(dashboard);
const lead = inChunks('lead-page/LeadPage').filter((key) => !shown.has(key));
const leadBytes = lead.reduce((sum, key) => sum + sentBytes(manifest[key].file), 0);
console.log(
  `${String(leadBytes).padStart(9)}  = a lead by its address brings besides, in ${String(lead.length)} files`,
);

// Libraries need nothing of ours, and chunks that need each other start in the wrong order: a white page.
for (const { name, file, imports = [] } of Object.values(manifest)) {
  const wrong = name === 'vendor' ? imports.filter((key) => manifest[key].name !== 'rolldown-runtime') : [];
  if (wrong.length > 0) faults.push(`${file} waits for ${wrong.join(', ')}`);
}
for (const [key, { file, imports = [] }] of Object.entries(manifest)) {
  const circles = imports.filter((imported) => withImports(imported).has(key));
  for (const imported of circles) faults.push(`${file} and ${manifest[imported].file} need each other`);
}

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
