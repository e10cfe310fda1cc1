import { stateCode, type StateCode } from '@crm/contracts/codes/states.js';
import { areaCodes, stateZoneLetters, zipRanges, zoneLetters } from './place-tables.js';

/** Where a customer may be: whose law holds there, and by which clocks people live. */
export interface Place {
  by: 'zip' | 'state' | 'area code';
  /** Null for what is no state: a territory, another country, an area code of several states. */
  state: StateCode | null;
  /** IANA names. */
  zones: readonly string[];
}

type Found = Omit<Place, 'by'>;

function zonesOf(letters: string): string[] {
  return [...letters].flatMap((letter) => zoneLetters[letter] ?? []);
}

function found(state: string, letters: string): Found {
  const parsed = stateCode.safeParse(state);
  return { state: parsed.success ? parsed.data : null, zones: zonesOf(letters) };
}

interface ZipRange {
  from: string;
  to: string;
  state: string;
  letters: string;
}
let ranges: readonly ZipRange[] | undefined;
/** The table as it is searched; made when it is first asked for. */
function zipTable(): readonly ZipRange[] {
  ranges ??= zipRanges.split(' ').map((text) => {
    const [, from = '', to = from, state = '', letters = ''] =
      /^(\d{5})(?:-(\d{5}))?([A-Z]{2})([A-Z]+)$/.exec(text) ?? [];
    return { from, to, state, letters };
  });
  return ranges;
}

/** Where a ZIP code is, undefined where nobody knows. Takes the long form too: `75001-1234`. */
export function placeOfZip(zip: string): Found | undefined {
  const code = /^(\d{5})(-?\d{4})?$/.exec(zip.trim())?.[1];
  if (code === undefined) return undefined;
  const table = zipTable();
  let low = 0;
  let high = table.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = table[middle];
    if (range === undefined) return undefined;
    if (code < range.from) high = middle - 1;
    else if (code > range.to) low = middle + 1;
    else return found(range.state, range.letters);
  }
  return undefined;
}

/** A state with all its zones. */
export function placeOfState(state: StateCode): Found {
  return found(state, stateZoneLetters[state] ?? '');
}

let areas: ReadonlyMap<string, Found> | undefined;
/** Where a number's area code is; undefined for one that is nowhere, as a toll-free one, or not known. */
export function placeOfNumber(phone: string): Found | undefined {
  areas ??= new Map(
    areaCodes.split(' ').map((text) => [text.slice(0, 3), found(text.slice(3, 5), text.slice(5))]),
  );
  return areas.get(phone.slice(2, 5));
}

/**
 * The places at which a customer may be: by ZIP code, else by state, else by area code. Where they disagree all of them
 * count: a state beside a ZIP code of another state, an area code beside a place whose clock or law it does not share.
 */
export function placesOf(lead: {
  zipcode: string | null;
  state: StateCode | null;
  /** E.164; null for an e-mail. */
  phone: string | null;
}): Place[] {
  const places: Place[] = [];
  const zip = lead.zipcode === null ? undefined : placeOfZip(lead.zipcode);
  if (zip !== undefined) places.push({ by: 'zip', ...zip });
  if (lead.state !== null && zip?.state !== lead.state) {
    places.push({ by: 'state', ...placeOfState(lead.state) });
  }
  const area = lead.phone === null ? undefined : placeOfNumber(lead.phone);
  if (area === undefined) return places;
  const sharesClock = places.some(({ zones }) => zones.some((zone) => area.zones.includes(zone)));
  const sharesLaw = area.state === null || places.some(({ state }) => state === area.state);
  return sharesClock && sharesLaw ? places : [...places, { by: 'area code', ...area }];
}

/** Every clock by which a customer may live, each once. */
export function zonesOfPlaces(places: readonly Place[]): string[] {
  return [...new Set(places.flatMap(({ zones }) => zones))];
}
