import { useWords } from '../../i18n/useWords.js';
import { ListTools } from '../../lists/ListTools.js';
import type { LeadColumn } from './lead-columns.js';

/** Which columns of leads a list shows, and how close its rows stand. The name is also the way in. */
export function LeadTools({ columns, storeKey }: { columns: readonly LeadColumn[]; storeKey: string }) {
  const words = useWords();
  return (
    <ListTools
      columns={columns.map(({ source, label }) => ({ source, label: words(label) }))}
      fixed="fullname"
      storeKey={storeKey}
    />
  );
}
