import { useWords } from '../i18n/useWords.js';
import { ListSearch } from '../lists/ListSearch.js';

/** Searches the raw leads while one types. */
export function RawLeadSearch() {
  const words = useWords();
  return <ListSearch label={words('crm.rawLeads.search')} clearLabel={words('crm.rawLeads.clearSearch')} />;
}
