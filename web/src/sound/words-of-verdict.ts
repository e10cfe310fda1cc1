import type { Verdict } from '../calling/verdict.rules.js';
import { shownDecimal } from '../i18n/shown-numbers.js';
import type { useSoundMessages } from '../i18n/sound.en.js';

type Translate = ReturnType<typeof useSoundMessages>;

/** A verdict in words: what it is, why and what to do, and the figures behind it. */
export function wordsOfVerdict(
  { grade, troubles, report }: Verdict,
  translate: Translate,
): { summary: string; reasons: string[]; figures: string } {
  const sound = report?.sound ?? null;
  const values = {
    mos: shownDecimal(sound?.mos ?? 0, 1),
    jitter: shownDecimal(sound?.jitter ?? 0, 0),
    loss: shownDecimal(sound?.loss ?? 0, 1),
    rtt: shownDecimal(sound?.rtt ?? 0, 0),
  };
  const details = [
    ...(sound === null ? [] : [translate('crm.sound.figures', values)]),
    ...(report?.edge ? [translate('crm.sound.edge', { edge: report.edge })] : []),
  ];
  return {
    summary: translate(`crm.sound.verdict.${grade}`),
    reasons: troubles.map((trouble) => translate(`crm.sound.trouble.${trouble}`, values)),
    figures: details.join(' · '),
  };
}
