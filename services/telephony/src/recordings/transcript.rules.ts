/** One sentence as the carrier heard it. */
export interface TranscribedSentence {
  /** 1 or 2 of a recording with two channels. */
  channel: number;
  text: string;
}

/**
 * What was said as a text to read: a paragraph for each turn, with who speaks where two channels tell them apart.
 */
export function transcriptText(
  sentences: readonly TranscribedSentence[],
  firstChannel: 'agent' | 'customer',
): string {
  const said = sentences
    .map(({ channel, text }) => ({ channel, text: text.trim() }))
    .filter(({ text }) => text);
  const distinguishes = new Set(said.map(({ channel }) => channel)).size > 1;
  const speakers = firstChannel === 'agent' ? ['Agent', 'Customer'] : ['Customer', 'Agent'];
  const turns: { channel: number; text: string }[] = [];
  for (const sentence of said) {
    const last = turns.at(-1);
    if (last?.channel === sentence.channel) last.text += ` ${sentence.text}`;
    else turns.push({ ...sentence });
  }
  return turns
    .map(({ channel, text }) => (distinguishes ? `${speakers[channel - 1] ?? 'Third'}: ${text}` : text))
    .join('\n');
}

const minute = 60_000;
/** The carrier tells when it is done; this is for when it does not. */
const looks = [10, 20, 30, 60, 120, 240, 480].map((minutes) => minutes * minute);

/** How long to wait before a transcript is looked after for the next time; undefined where it is given up. */
export function waitBeforeLook(looked: number): number | undefined {
  return looks[looked];
}
