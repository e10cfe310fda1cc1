import { useRawLeadWords } from '../i18n/raw-leads.en.js';
import { ListSearch } from '../lists/ListSearch.js';

/** Searches the raw leads while one types. */
export function RawLeadSearch() {
  const words = useRawLeadWords();
  return <ListSearch label={words('crm.rawLeads.search')} clearLabel={words('crm.rawLeads.clearSearch')} />;
}
