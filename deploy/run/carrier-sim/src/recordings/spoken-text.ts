const sentences = [
  'Hello, this is about the life insurance we talked about.',
  'I would like to know what the monthly payment would be.',
  'My wife should be the beneficiary.',
  'I take one medicine for blood pressure and nothing else.',
  'Could you send me the papers by mail as well?',
  'Evenings after five are best for me.',
  'Let me write that down.',
  'That sounds fair, thank you for explaining it.',
];

/** Approximate duration of one sentence. */
const secondsPerSentence = 4;

export interface Sentence {
  text: string;
  channel: number;
  start: number;
  end: number;
}

/** The transcript of this many seconds: deterministic by length. */
export function spokenSentences(seconds: number): Sentence[] {
  const count = Math.max(1, Math.floor(seconds / secondsPerSentence));
  return Array.from({ length: count }, (_, index) => ({
    text: sentences[index % sentences.length] ?? '',
    channel: (index % 2) + 1,
    start: index * secondsPerSentence,
    end: Math.min(seconds, (index + 1) * secondsPerSentence),
  }));
}

export const spokenText = (seconds: number) =>
  spokenSentences(seconds)
    .map(({ text }) => text)
    .join(' ');
