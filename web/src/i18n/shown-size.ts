import { numberFormat } from './language.js';

const units = ['B', 'KB', 'MB', 'GB'] as const;
const amount = numberFormat({ maximumFractionDigits: 1 });

/** The size of a file as people read it: `1.4 MB`. */
export function shownSize(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${amount.format(bytes / 1024 ** step)} ${units[step] ?? ''}`;
}
