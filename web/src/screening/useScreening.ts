import { getScreening, suppressionLists } from '@crm/contracts/resources/suppression-list.js';
import { useSubscribeToRecords } from '../providers/useSubscribe.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { screeningLines, type ScreeningLine } from './screening.rules.js';

export const screeningKey = ['screening'] as const;

/** What numbers are screened by at this moment; nothing while it is asked for. */
export function useScreening(): readonly ScreeningLine[] {
  const { data, refetch } = useVerbQuery({
    key: screeningKey,
    ask: (provider, signal) => provider.call(getScreening, { signal }),
  });
  useSubscribeToRecords(suppressionLists.name, () => void refetch());
  return data === undefined ? [] : screeningLines(data);
}
