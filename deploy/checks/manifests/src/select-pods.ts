import type { Selector } from './kinds/common.js';

type Labels = Readonly<Record<string, string>>;

/** Whether a selector matches these labels; an empty one matches all. */
export function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
    matchExpressions.every(({ key, operator, values }) => {
      const label = labels[key];
      const isAmong = label !== undefined && values.includes(label);
      return operator === 'In' ? isAmong : !isAmong;
    })
  );
}
