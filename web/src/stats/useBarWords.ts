import { useStatsMessages } from '../i18n/stats.en.js';
import { changeOf } from './change.rules.js';
import type { Bar, Chart } from './chart.js';
import { useShownChange } from './Change.js';

/** What is said of a bar's earlier figure: the figure, its change with the sign, and both in words. */
export function useBarWords({ kind, periods }: Pick<Chart, 'kind' | 'periods'>) {
  const translate = useStatsMessages();
  const { signed, inWords } = useShownChange();
  const none = translate('crm.stats.compare.none');
  return ({ value, before }: Pick<Bar, 'value' | 'before'>) => {
    if (periods === undefined || before === undefined) return undefined;
    if (before === null) return { then: none, change: '–', words: none };
    const change = changeOf(kind, value, before.value);
    if (change === null || before.value === null)
      return { then: before.exact, change: '–', words: before.exact };
    return { then: before.exact, change: signed(kind, change), words: inWords(kind, change, before.value) };
  };
}
