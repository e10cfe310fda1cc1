import { usePrivacyWords } from '../i18n/privacy.en.js';
import { PageHead } from '../layout/PageHead.js';
import { PersonSearch } from './PersonSearch.js';
import { RequestsTable } from './RequestsTable.js';

/** Where an admin hands out or erases what is kept of a person who asked for it. */
export default function PrivacyPage() {
  const words = usePrivacyWords();
  return (
    <>
      <PageHead title={words('crm.privacy.title')} />
      <PersonSearch />
      <RequestsTable />
    </>
  );
}
