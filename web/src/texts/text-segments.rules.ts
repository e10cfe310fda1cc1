/** How a text travels: the plain alphabet of seven bits, or two bytes a character as soon as one does not fit it. */
export type TextEncoding = 'GSM-7' | 'UCS-2';

export interface TextSize {
  /** As a reader counts them, not as they travel. */
  characters: number;
  segments: number;
  encoding: TextEncoding;
}

/** The alphabet of GSM 03.38 without its escape. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** These take an escape before them: two places. */
const extended = new Set('\f^{}\\[~]|€');

const room = {
  'GSM-7': { alone: 160, each: 153 },
  'UCS-2': { alone: 70, each: 67 },
} as const;

/** How many characters a text has and how many segments it takes; what is charged for is the segment. */
export function textSize(text: string): TextSize {
  const characters = [...text];
  const isPlain = characters.every((each) => basic.has(each) || extended.has(each));
  const encoding = isPlain ? 'GSM-7' : 'UCS-2';
  const places = characters.map((each) => (isPlain ? (extended.has(each) ? 2 : 1) : each.length));
  const { alone, each } = room[encoding];
  const total = places.reduce((sum, place) => sum + place, 0);
  if (total <= alone) {
    return { characters: characters.length, segments: total === 0 ? 0 : 1, encoding };
  }
  // A character is never cut in two: what does not fit the end of a segment begins the next.
  let segments = 1;
  let filled = 0;
  for (const place of places) {
    if (filled + place > each) {
      segments += 1;
      filled = 0;
    }
    filled += place;
  }
  return { characters: characters.length, segments, encoding };
}
