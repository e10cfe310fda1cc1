/** The encoding of a text: GSM 7-bit, or UCS-2 as soon as one character does not fit. */
export type TextEncoding = 'GSM-7' | 'UCS-2';

export interface TextSize {
  /** Characters as a reader counts them, not as encoded. */
  characters: number;
  segments: number;
  encoding: TextEncoding;
}

/** The alphabet of GSM 03.38 without its escape. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Characters that need an escape: two septets. */
const extended = new Set('\f^{}\\[~]|€');

const room = {
  'GSM-7': { alone: 160, each: 153 },
  'UCS-2': { alone: 70, each: 67 },
} as const;

/** The number of characters and segments of a text; segments are what is charged. */
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
  // A character is never split: if it does not fit a segment, it starts the next.
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
