import { usePrivacyMessages } from '../i18n/privacy.en.js';
import { PageHead } from '../controls/PageHead.js';
import { PersonSearch } from './PersonSearch.js';
import { RequestsTable } from './RequestsTable.js';

/** Where an admin hands out or erases what is kept of a person who asked for it. */
export default function PrivacyPage() {
  const translate = usePrivacyMessages();
  return (
    <>
      <PageHead title={translate('crm.privacy.title')} />
      <PersonSearch />
      <RequestsTable />
    </>
  );
}
